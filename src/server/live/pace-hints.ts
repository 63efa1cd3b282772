/**
 * A hint to every crew of a market comes at once, and then at most every few seconds: a day on which much changes
 * must not have all of them read their lists of open work for each change. What is kept back is not delivered yet, so
 * nobody's cursor may pass it.
 */
import type { LiveKind } from '#contract/live.ts'
import type { Batch, StoredHint } from './hint-queries.ts'
import type { Cursor } from './read-cursor.ts'

/** Longer than browsers spread their reads, so that the last round is over when the next begins. */
export const PACE_MS = 5_000

export type Pace = {
  take(batch: Batch): void
  /** Whether something of this market is still to be sent. */
  isKeeping(marketId: string | null): boolean
  stop(): void
}

type Pause = { readonly kept: Map<LiveKind, StoredHint>; readonly timer: NodeJS.Timeout }

export function createPace(handOut: (batch: Batch) => void): Pace {
  const pauses = new Map<string, Pause>()
  let cursor: Cursor
  const pause = (marketId: string) => {
    const timer = setTimeout(() => goOn(marketId), PACE_MS)
    timer.unref()
    pauses.set(marketId, { kept: new Map(), timer })
  }
  const goOn = (marketId: string) => {
    const { kept } = pauses.get(marketId)!
    pauses.delete(marketId)
    if (kept.size === 0) return
    pause(marketId)
    handOut({ cursor, hints: [...kept.values()] })
  }
  return {
    take: (batch) => {
      cursor = batch.cursor
      if (batch.hints === null) {
        // Everybody reads everything anew.
        for (const { kept } of pauses.values()) kept.clear()
        return handOut(batch)
      }
      const [later, now] = split(batch.hints, (hint) => hint.marketId !== null && pauses.has(hint.marketId))
      for (const hint of later) pauses.get(hint.marketId!)!.kept.set(hint.kind, hint)
      for (const { marketId } of now) if (marketId !== null && !pauses.has(marketId)) pause(marketId)
      if (now.length > 0) handOut({ cursor, hints: now })
    },
    isKeeping: (marketId) => marketId !== null && (pauses.get(marketId)?.kept.size ?? 0) > 0,
    stop: () => {
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
    },
  }
}

function split(
  hints: readonly StoredHint[],
  isLater: (hint: StoredHint) => boolean,
): [StoredHint[], StoredHint[]] {
  const { later = [], now = [] } = Object.groupBy(hints, (hint) => (isLater(hint) ? 'later' : 'now'))
  return [later, now]
}
