import { instant } from '#domain/time.ts'
import type { Clock } from '#server/ports/clock/port.ts'

/** The real time, and so much ahead of it as it was last told. */
export function movableClock(aheadMs = 0): Clock & { set(aheadMs: number): void } {
  const state = { aheadMs }
  return {
    now: () => instant(Date.now() + state.aheadMs),
    set: (ahead) => {
      state.aheadMs = ahead
    },
  }
}
