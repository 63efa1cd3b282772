/** Hints as server-sent events, and whose they are. */
import { BEAT_EVENT, type LiveHint, RESYNC_EVENT } from '#contract/live.ts'
import { type Cursor, type Listener, mergeHints, type StoredHint } from './hints.ts'

export type HintsByAddressee = ReadonlyMap<string, readonly StoredHint[]>

export function isFor({ userId, hearsEverything, workMarketId }: Listener, hint: StoredHint): boolean {
  if (hint.marketId !== null) return hint.marketId === workMarketId
  return hearsEverything || hint.userId === userId
}

export function byAddressee(hints: readonly StoredHint[]): HintsByAddressee {
  return Map.groupBy(hints, ({ userId, marketId }) => userId ?? addressOf(marketId))
}

export function ownHints(listener: Listener, hints: HintsByAddressee): readonly StoredHint[] {
  const { userId, workMarketId } = listener
  const personal = hints.get(userId) ?? []
  const common = workMarketId === null ? undefined : hints.get(addressOf(workMarketId))
  return common === undefined ? personal : [...personal, ...common]
}

/**
 * Only the last message moves the cursor: who breaks off in the middle hears all of them again. Null leaves it where
 * it is.
 */
export function messages(
  listener: Listener,
  cursor: Cursor | null,
  hints: readonly LiveHint[] | null,
): string {
  if (hints === null) return `event: ${RESYNC_EVENT}\n${place(cursor)}data: {}\n\n`
  const merged = mergeHints(hints, listener)
  const said = merged.map((hint) => `data: ${JSON.stringify(hint)}\n`)
  return said.length === 0 ? '' : `${said.join('\n')}${place(cursor)}\n`
}

/** Tells nothing but from where to go on. */
export function placeOnly(cursor: Cursor): string {
  return `${place(cursor)}\n`
}

/** Says that the stream lives, and moves the cursor of those for whom nothing changed. */
export function heartbeat(cursor: Cursor | null): string {
  return `event: ${BEAT_EVENT}\n${place(cursor)}data: {}\n\n`
}

function place(cursor: Cursor | null): string {
  return cursor === null ? '' : `id: ${cursor}\n`
}

function addressOf(marketId: string | null): string {
  return `market ${marketId}`
}
