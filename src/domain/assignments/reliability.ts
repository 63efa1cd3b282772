/** How well a crew keeps its word: kept / (kept + late releases + missed) over 90 days (product §3, Ratings). */

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
