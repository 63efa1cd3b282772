/** What a crew that was offline may have taken for its own (field 39). */
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant } from '../time.ts'

/** A phone without a connection shows a route for a while after others have changed it. */
export function couldStillBelieve(
  assignedUntil: Instant | null,
  at: Instant,
  settings: Pick<BusinessSettings, 'staleRouteHours'>,
): boolean {
  return assignedUntil !== null && at <= assignedUntil + settings.staleRouteHours * HOUR_MS
}
