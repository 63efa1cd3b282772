/** How well a crew keeps its word: kept / (kept + late releases + missed) over 90 days (product §3, Ratings). */

import type { BusinessSettings } from '../settings.ts'
import { DAY_MS, type Instant } from '../time.ts'

export type ReliabilityEvent = {
  readonly kind: 'kept' | 'late_release' | 'missed'
  readonly at: Instant
}

/** From 0 to 1; `null` for a crew without history in the window. */
export function reliability(
  events: readonly ReliabilityEvent[],
  now: Instant,
  settings: Pick<BusinessSettings, 'reliabilityWindowDays'>,
): number | null {
  const since = now - settings.reliabilityWindowDays * DAY_MS
  const recent = events.filter((event) => event.at > since && event.at <= now)
  if (recent.length === 0) return null
  return recent.filter((event) => event.kind === 'kept').length / recent.length
}
