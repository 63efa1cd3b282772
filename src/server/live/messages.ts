/** Hints as server-sent events, and whose they are. */
import { BEAT_EVENT, type LiveHint, RESYNC_EVENT } from '#contract/live.ts'
import { type Batch, type Cursor, type Listener, mergeHints, type StoredHint } from './hints.ts'

export function isFor({ userId, hearsEverything }: Listener, hint: StoredHint): boolean {
  return hearsEverything || hint.userId === userId
}

export function ownHints(
  { userId, hearsEverything }: Listener,
  { hints }: Batch,
  byPerson: ReadonlyMap<string, readonly StoredHint[]> | null,
): readonly StoredHint[] | null {
  return hearsEverything || byPerson === null ? hints : (byPerson.get(userId) ?? [])
}

/** Only the last message moves the cursor: who breaks off in the middle hears all of them again. */
export function messages(listener: Listener, cursor: Cursor, hints: readonly LiveHint[] | null): string {
  if (hints === null) return `event: ${RESYNC_EVENT}\nid: ${cursor}\ndata: {}\n\n`
  const merged = mergeHints(hints, listener)
  const said = merged.map((hint) => `data: ${JSON.stringify(hint)}\n`)
  return said.length === 0 ? '' : `${said.join('\n')}id: ${cursor}\n\n`
}

/** Says that the stream lives, and moves the cursor of those for whom nothing changed. */
export function heartbeat(cursor: Cursor | null): string {
  return `event: ${BEAT_EVENT}\n${cursor === null ? '' : `id: ${cursor}\n`}data: {}\n\n`
}
