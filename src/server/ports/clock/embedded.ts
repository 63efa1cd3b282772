import { type Instant, instant } from '#domain/time.ts'
import type { Clock } from './port.ts'

/** A clock that stands still until told otherwise, for tests and the simulation. */
export type VirtualClock = Clock & { set(at: Instant): void; advance(milliseconds: number): void }

export function createVirtualClock(start: Instant): VirtualClock {
  let at = start
  return {
    now: () => at,
    set: (instant) => {
      at = instant
    },
    advance: (milliseconds) => {
      at = instant(at + milliseconds)
    },
  }
}
