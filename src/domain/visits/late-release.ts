/** What counts against a crew that gives a visit back (product §3, Assigning). */
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant } from '../time.ts'

/** A release from next week on is free; inside the notice before the next visit it counts against reliability. */
export function isLateRelease(
  nextVisitStartsAt: Instant | null,
  now: Instant,
  settings: Pick<BusinessSettings, 'releaseNoticeHours'>,
): boolean {
  return nextVisitStartsAt !== null && nextVisitStartsAt - now < settings.releaseNoticeHours * HOUR_MS
}
