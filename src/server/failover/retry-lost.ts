/**
 * How long a call waits for a database that went away, as while its place is taken by another: a moment. What lasts
 * longer is said, so that whoever asks comes again, and not everybody waits here.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isLost } from './read-loss.ts'

const LONGEST_MS = 1_500
const FIRST_PAUSE_MS = 40
const LONGEST_PAUSE_MS = 400

export type Patience = {
  /** Pauses after an error that another try may not meet. False where this is none, or it has lasted too long. */
  isWorthAnotherTry(error: unknown): Promise<boolean>
}

export function createPatience(): Patience {
  const until = performance.now() + LONGEST_MS
  let pauseMs = FIRST_PAUSE_MS
  return {
    isWorthAnotherTry: async (error) => {
      if (!isLost(error) || performance.now() + pauseMs > until) return false
      // Those who lost it at the same moment do not all come back at one.
      await sleep(pauseMs * (0.5 + Math.random() / 2))
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      return true
    },
  }
}

/** For what may be done twice, as whatever only reads. */
export async function untilFound<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const patience = createPatience()
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(await patience.isWorthAnotherTry(error))) throw error
    }
  }
}
