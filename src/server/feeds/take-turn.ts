/**
 * Calendars of one customer are read three at a time: whoever has many slow ones keeps half of the lane from nobody
 * else. Quick ones wait for each other and are all read; what has waited for a moment gives its worker back.
 */
import type { UserId } from '#domain/ids.ts'

const OF_ONE_CUSTOMER = 3
const LONGEST_WAIT_MS = 1_000

type Turns = { running: number; readonly waiting: Set<() => void> }

/** In this process: each has a lane of its own. */
const turnsOf = new Map<UserId, Turns>()

/** False where it did not come to its turn in a moment; then nothing was done. */
export async function takeTurn(customerId: UserId, read: () => Promise<void>): Promise<boolean> {
  const turns: Turns = turnsOf.get(customerId) ?? { running: 0, waiting: new Set() }
  turnsOf.set(customerId, turns)
  if (turns.running < OF_ONE_CUSTOMER) turns.running += 1
  else if (!(await isCalled(turns))) return false
  try {
    await read()
    return true
  } finally {
    const [next] = turns.waiting
    if (next !== undefined) next()
    else {
      turns.running -= 1
      if (turns.running === 0) turnsOf.delete(customerId)
    }
  }
}

/** Whoever ends a reading hands its turn over. */
function isCalled({ waiting }: Turns): Promise<boolean> {
  return new Promise((resolve) => {
    const call = () => {
      clearTimeout(timer)
      waiting.delete(call)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.delete(call)
      resolve(false)
    }, LONGEST_WAIT_MS)
    waiting.add(call)
  })
}
