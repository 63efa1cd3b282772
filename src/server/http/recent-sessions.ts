/**
 * Sessions as they were read a moment ago. A page asks for many things at once, and each call would read who asks; so what
 * was read holds for a tenth of a second. Nobody has to be told that it holds no more: whoever changes a session (ends it,
 * freezes its person, gives it another role) is answered when whatever any process had read before is too old. So no call
 * that comes after that answer finds the session as it was, at whichever process, listening or not.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { findSession } from './session-queries.ts'

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export type RecentSessions = {
  /** As it was at most a tenth of a second before; undefined where there is none. */
  readonly find: (tokenHash: Buffer) => Promise<SessionRow | undefined>
  /** Until no process has in mind what was before now. */
  readonly untilForgotten: () => Promise<void>
}

const KEPT_MS = 100
/** Timers count whole milliseconds, and two machines do not count them quite alike. */
const MARGIN_MS = 10

type Kept = { readonly askedAt: number; readonly row: Promise<SessionRow | undefined> }

export function rememberSessions({ db }: App): RecentSessions {
  const kept = new Map<string, Kept>()

  /** They stand in the order in which they were asked for. */
  const forgetOld = (now: number) => {
    for (const [key, { askedAt }] of kept) {
      if (now - askedAt < KEPT_MS) return
      kept.delete(key)
    }
  }

  return {
    find: async (tokenHash) => {
      const now = performance.now()
      forgetOld(now)
      const key = tokenHash.toString('base64')
      const known = kept.get(key)
      if (known !== undefined) return known.row
      // From before it is asked: the database may answer as it was then.
      const asked: Kept = { askedAt: now, row: findSession(db, tokenHash) }
      kept.set(key, asked)
      try {
        const row = await asked.row
        if (row === undefined) forget(kept, key, asked)
        return row
      } catch (error) {
        forget(kept, key, asked)
        throw error
      }
    },
    untilForgotten: () => sleep(KEPT_MS + MARGIN_MS),
  }
}

/** Reads each time, so nobody has to wait: for tests, which change people behind the server's back. */
export function readEachTime({ db }: App): RecentSessions {
  return { find: (tokenHash) => findSession(db, tokenHash), untilForgotten: async () => {} }
}

function forget(kept: Map<string, Kept>, key: string, asked: Kept): void {
  if (kept.get(key) === asked) kept.delete(key)
}
