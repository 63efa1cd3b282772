import type { LiveHint } from '#contract/live.ts'
import type { UserId } from '#domain/ids.ts'

export type Listener = {
  readonly userId: UserId
  readonly getsEverything: boolean
  /** Where a crew finds its work: it gets what concerns every crew there. */
  readonly workMarketId: string | null
  /** The owner whose places a helper looks after; it hears that something changed, and what only by reading. */
  readonly ownerId?: UserId | undefined
}

type Addressed = LiveHint & { readonly userId: UserId | null }

const MOST_IDS = 20

/** One hint for each kind, so that a screen reads nothing twice. */
export function mergeHints(hints: readonly Addressed[], listener: Listener): LiveHint[] {
  const { getsEverything, ownerId } = listener
  return [...Map.groupBy(hints, ({ kind }) => kind)].map(([kind, alike]) => {
    const ids = [...new Set(alike.flatMap((hint) => hint.ids))]
    const isVague =
      getsEverything ||
      ids.length > MOST_IDS ||
      alike.some((hint) => hint.ids.length === 0 || (ownerId !== undefined && hint.userId === ownerId))
    return { kind, ids: isVague ? [] : ids }
  })
}
