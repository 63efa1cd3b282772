/** What feeds are like in this bench: which one breaks, hangs or changes, by its number, so that every run has the same. */

export type FeedKind = 'plain' | 'marked' | 'broken' | 'slow' | 'hanging' | 'huge' | 'tooLarge'

/** Of a thousand feeds; those that are left send their calendar whole at each reading. */
const OF_A_THOUSAND: Readonly<Partial<Record<FeedKind, number>>> = {
  marked: 400,
  broken: 50,
  slow: 10,
  hanging: 2,
  huge: 4,
  tooLarge: 2,
}
/** A feed has changed at one reading of so many. */
const CHANGES_EVERY = 5
/** Has no part in common with a thousand: kinds are spread over the platforms. */
const STRIDE = 617

export const MIX = {
  kindOf: (place: number): FeedKind => {
    let at = (place * STRIDE) % 1_000
    for (const [kind, count] of Object.entries(OF_A_THOUSAND) as [FeedKind, number][]) {
      if (at < count) return kind
      at -= count
    }
    return 'plain'
  },
  versionOf: (place: number, reading: number): number =>
    Math.floor((reading + (place % CHANGES_EVERY)) / CHANGES_EVERY),
  describe: (): string => {
    const parts = Object.entries(OF_A_THOUSAND).map(([kind, count]) => `${count} ${kind}`)
    return `Of 1,000 feeds: ${parts.join(', ')}, the others plain. A feed of 40 stays (huge: 4,000) changes at one reading of ${CHANGES_EVERY}.`
  },
}
