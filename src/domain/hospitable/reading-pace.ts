/** When an account is read next, apart from what webhooks bring forward. */
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '../time.ts'

const LONGEST_MS = 6 * HOUR_MS

/** Once a day, which also keeps the tokens alive; where it was away, after a quarter of an hour, then ever later. */
export function nextReading(failures: number, now: Instant): Instant {
  if (failures === 0) return instant(now + DAY_MS)
  return instant(now + Math.min(LONGEST_MS, 15 * MINUTE_MS * 2 ** Math.min(failures - 1, 10)))
}
