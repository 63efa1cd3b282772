/** Hints as server-sent events, and whose they are. */
import { BEAT_EVENT, RESYNC_EVENT } from '#contract/live.ts'
import type { StoredHint } from './hint-queries.ts'
import { type Listener, mergeHints } from './merge-hints.ts'
import type { Cursor } from './read-cursor.ts'

export type HintsByAddressee = ReadonlyMap<string, readonly StoredHint[]>

export function isFor(
  { userId, ownerId, getsEverything, workMarketId }: Listener,
  hint: StoredHint,
): boolean {
  if (hint.marketId !== null) return hint.marketId === workMarketId
  return getsEverything || hint.userId === userId || hint.userId === ownerId
}

export function byAddressee(hints: readonly StoredHint[]): HintsByAddressee {
  return Map.groupBy(hints, ({ userId, marketId }) => userId ?? addressOf(marketId))
}

export function ownHints(listener: Listener, hints: HintsByAddressee): readonly StoredHint[] {
  const { userId, ownerId, workMarketId } = listener
  const own = hints.get(userId) ?? []
  const ofOwner = ownerId === undefined ? undefined : hints.get(ownerId)
  const personal = ofOwner === undefined ? own : [...own, ...ofOwner]
  const common = workMarketId === null ? undefined : hints.get(addressOf(workMarketId))
  return common === undefined ? personal : [...personal, ...common]
}

/**
 * Only the last message moves the cursor: who breaks off in the middle gets all of them again. Null leaves it where
 * it is.
 */
export function messages(
  listener: Listener,
  cursor: Cursor | null,
  hints: readonly StoredHint[] | null,
): string {
  if (hints === null) return `event: ${RESYNC_EVENT}\n${place(cursor)}data: {}\n\n`
  const merged = mergeHints(hints, listener)
  const written = merged.map((hint) => `data: ${JSON.stringify(hint)}\n`)
  return written.length === 0 ? '' : `${written.join('\n')}${place(cursor)}\n`
}

/** Nothing but from where to go on. */
export function placeOnly(cursor: Cursor): string {
  return `${place(cursor)}\n`
}

/** Shows that the stream lives, and moves the cursor of those for whom nothing changed. */
export function heartbeat(cursor: Cursor | null): string {
  return `event: ${BEAT_EVENT}\n${place(cursor)}data: {}\n\n`
}

function place(cursor: Cursor | null): string {
  return cursor === null ? '' : `id: ${cursor}\n`
}

function addressOf(marketId: string | null): string {
  return `market ${marketId}`
}
