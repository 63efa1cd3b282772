/** What was asked, what was answered, and for how long nobody was. */

export type Tally = {
  readonly acknowledged: Map<string, number>
  /** Of tries, by what they met; each was made again under its key. */
  readonly troubles: Map<string, number>
  /** Answered with a refusal of the rules, by its code. */
  readonly refused: Map<string, number>
  /** Never answered, however often it was asked. */
  readonly unanswered: string[]
  /** Of a write. */
  noteAnswer(): void
  /** The longest time between two writes that were answered. */
  longestGapMs(from: number, until: number): number
}

export function count(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}

export function openTally(): Tally {
  const answeredAt: number[] = []
  return {
    acknowledged: new Map(),
    troubles: new Map(),
    refused: new Map(),
    unanswered: [],
    noteAnswer: () => void answeredAt.push(performance.now()),
    longestGapMs: (from, until) => {
      const within = answeredAt.filter((at) => at > from && at < until)
      const marks = [from, ...within, until]
      return marks.slice(1).reduce((longest, at, index) => Math.max(longest, at - marks[index]!), 0)
    },
  }
}
