/** How well a crew keeps its word: kept / (kept + late releases + missed) over 90 days (product §3, Ratings). */

import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, type Instant } from '../time.ts'
import type { Transitioned } from '../visits/lifecycle.ts'

/** What each visit came to in the end, of those that count. */
export type ReliabilityCounts = {
  readonly kept: number
  readonly lateReleases: number
  readonly missed: number
}

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

/** The same from counts, which the database makes of the visits' timelines. */
export function reliabilityOf({ kept, lateReleases, missed }: ReliabilityCounts): number | null {
  const all = kept + lateReleases + missed
  return all === 0 ? null : kept / all
}

/** What a step of a visit says of its crew; null where it says nothing. A visit's last word is the one that counts. */
export function countsAs({
  timeline,
  followUps,
}: Pick<Transitioned, 'timeline' | 'followUps'>): ReliabilityEvent['kind'] | null {
  if (followUps.includes('count_late_release')) return 'late_release'
  if (followUps.includes('count_missed')) return 'missed'
  return timeline.transition === 'complete' ? 'kept' : null
}
