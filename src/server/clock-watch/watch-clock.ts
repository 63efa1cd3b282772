/**
 * Whether the machine's clock can be believed. Work that comes by the clock bills, pays and calls visits missed, so a
 * clock that jumps would do weeks of it at once. A jump is told from time that passed by three others: the count of
 * this process, which only goes on; the database's clock; and the time in which a server last believed. While the clock
 * is in doubt nothing is done in the background, until it is right again or a person says that it is
 * (`npm run clock -- accept`).
 */
import { DAY_MS, formatInstant, type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { believeClock, readClocks } from './queries.ts'

export type ClockWatch = {
  /** By what this process has seen: to be asked before each piece of work. */
  isSound(): boolean
  /** Compares anew, with the database too. */
  look(): Promise<boolean>
}

/** For a clock that somebody moves on purpose. */
export const UNWATCHED: ClockWatch = { isSound: () => true, look: async () => true }

/** Two machines that are kept on time differ by less. */
const APART_MS = 5 * MINUTE_MS
/** A machine that slept counts less time than passed: one night's sleep is no jump. */
const JUMP_MS = DAY_MS
/** A server may have been away for so long without anybody being asked; at home, where people try it, for ever. */
const AWAY_MS = 7 * DAY_MS
const WRITE_EVERY_MS = MINUTE_MS

type Seen = { readonly wall: Instant; readonly count: number }

export function watchClock(app: App, count: () => number = () => performance.now()): ClockWatch {
  let seen: Seen | null = null
  let doubt: string | null = 'nobody has looked yet'
  let writtenAt = -Infinity

  const jumped = (now: Instant, since: Seen) =>
    Math.abs(now - since.wall - (count() - since.count)) > JUMP_MS
      ? `it was ${formatInstant(since.wall)} a moment ago`
      : null

  const doubtAt = (now: Instant, { database, believed }: Awaited<ReturnType<typeof readClocks>>) => {
    if (Math.abs(now - database) > APART_MS) return `the database says ${formatInstant(database)}`
    // Another server, or a person, holds it for right.
    if (believed !== null && Math.abs(now - believed) <= APART_MS) return null
    if (seen !== null) return jumped(now, seen)
    const isLongAway = believed !== null && (now - believed > AWAY_MS || now < believed)
    return isLongAway && app.config.environment !== 'development'
      ? `a server was last here at ${formatInstant(believed)}`
      : null
  }

  const look = async () => {
    const clocks = await readClocks(app.db)
    const now = app.ports.clock.now()
    const found = doubtAt(now, clocks)
    if (found !== null) {
      if (found !== doubt)
        app.log.error(
          { code: 'clock_doubted', now: formatInstant(now), because: found },
          'the clock is in doubt, so nothing is done in the background; if it is right, run npm run clock -- accept',
        )
      doubt = found
      return false
    }
    doubt = null
    seen = { wall: now, count: count() }
    if (Math.abs(now - writtenAt) >= WRITE_EVERY_MS) {
      await believeClock(app.db, now)
      writtenAt = now
    }
    return true
  }

  return {
    look,
    isSound: () => doubt === null && seen !== null && jumped(app.ports.clock.now(), seen) === null,
  }
}
