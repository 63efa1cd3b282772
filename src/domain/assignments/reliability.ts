/** How well a crew keeps its word: kept / (kept + late releases + missed) over 90 days (product §3, Ratings). */

import type { Transitioned } from '../visits/lifecycle.ts'

/** What each visit came to in the end, of those that count. */
export type ReliabilityCounts = {
  readonly kept: number
  readonly lateReleases: number
  readonly missed: number
}

/** From 0 to 1, of what the timelines of the last 90 days say; `null` for a crew without history. */
export function reliabilityOf({ kept, lateReleases, missed }: ReliabilityCounts): number | null {
  const all = kept + lateReleases + missed
  return all === 0 ? null : kept / all
}

/** What a step of a visit says of its crew; null where it says nothing. A visit's last word is the one that counts. */
export function countsAs({
  timeline,
  followUps,
}: Pick<Transitioned, 'timeline' | 'followUps'>): 'kept' | 'late_release' | 'missed' | null {
  if (followUps.includes('count_late_release')) return 'late_release'
  if (followUps.includes('count_missed')) return 'missed'
  return timeline.transition === 'complete' ? 'kept' : null
}
