/**
 * Reads hints in the order in which they were committed. Ids are given before a commit, so no id says how far somebody
 * has read: the cursor is a snapshot of transactions, and what it had not seen is what comes next. A transaction that
 * takes its time holds nobody up and is not lost.
 */
import { sql } from 'kysely'
import { LIVE_KINDS, type LiveHint, type LiveKind } from '#contract/live.ts'
import type { Db } from '../db/client.ts'
import type { UserId } from '#domain/ids.ts'

/** `pg_snapshot` as text: `xmin:xmax:xip,xip`. */
export type Cursor = string & { readonly __cursor: true }

export type Listener = {
  readonly userId: UserId
  readonly hearsEverything: boolean
  /** Where a crew finds its work: it hears what concerns every crew there. */
  readonly workMarketId: string | null
}

export type StoredHint = LiveHint & { readonly xact: number } & (
    | { readonly userId: UserId; readonly marketId: null }
    | { readonly userId: null; readonly marketId: string }
  )

/** `hints` is null where they are no longer all known. */
export type Batch = { readonly cursor: Cursor; readonly hints: readonly StoredHint[] | null }

/** More at once than anybody would tell apart: everything is read anew instead. */
const MOST_AT_ONCE = 20_000
const MOST_FOR_ONE = 500
const MOST_IDS = 20

type Row = {
  cursor: Cursor
  is_lost: boolean
  xact: number | null
  user_id: UserId | null
  market_id: string | null
  kind: LiveKind
  ids: string[]
}

/** Null for what is no cursor of ours. */
export function parseCursor(text: string): Cursor | null {
  if (!/^\d{1,15}:\d{1,15}:(\d{1,15}(,\d{1,15})*)?$/.test(text)) return null
  const { oldest, next, running } = partsOf(text as Cursor)
  const isSound =
    oldest > 0 &&
    oldest <= next &&
    running.every((each, index) => each >= (running[index - 1] ?? oldest) && each < next)
  return isSound ? (text as Cursor) : null
}

/** Answers which transactions a cursor has seen. */
export function seenBy(cursor: Cursor): (xact: number) => boolean {
  const { oldest, next, running } = partsOf(cursor)
  return (xact) => xact < oldest || (xact < next && !running.includes(xact))
}

function partsOf(cursor: Cursor) {
  const [oldest, next, running] = cursor.split(':') as [string, string, string]
  return {
    oldest: Number(oldest),
    next: Number(next),
    running: running.split(',').filter(Boolean).map(Number),
  }
}

export async function currentCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ cursor: Cursor }>`select pg_current_snapshot()::text as cursor`.execute(db)
  return rows[0]!.cursor
}

/** Everybody's hints that the cursor had not seen. */
export function hintsSince(db: Db, cursor: Cursor): Promise<Batch> {
  return read(db, cursor, sql`true`, MOST_AT_ONCE)
}

/** One listener's. */
export function hintsFor(db: Db, cursor: Cursor, listener: Listener): Promise<Batch> {
  return read(db, cursor, concerns(listener), MOST_FOR_ONE)
}

/** What one listener missed between beginning to read and beginning to listen. */
export async function hintsOfLast(db: Db, seconds: number, listener: Listener): Promise<Batch> {
  const { rows } = await sql<Row>`
    with unseen as not materialized (
      select event.* from live_event event
      where event.at >= now() - make_interval(secs => ${seconds}) and ${concerns(listener)}
    )
    select pg_current_snapshot()::text as cursor, false as is_lost, told.*
    from (select) as always left join (${TOLD}) as told on true
    order by told.id limit ${MOST_FOR_ONE + 1}
  `.execute(db)
  return toBatch(rows, MOST_FOR_ONE)
}

/** One hint for each kind, so that a screen reads nothing twice. */
export function mergeHints(hints: readonly LiveHint[], { hearsEverything }: Listener): LiveHint[] {
  return [...Map.groupBy(hints, ({ kind }) => kind)].map(([kind, alike]) => {
    const ids = [...new Set(alike.flatMap((hint) => hint.ids))]
    const isVague = hearsEverything || ids.length > MOST_IDS || alike.some((hint) => hint.ids.length === 0)
    return { kind, ids: isVague ? [] : ids }
  })
}

/** What markets were told counts once for each kind, however often it was said. */
const TOLD = sql`
  select id, xact, user_id, market_id, kind, ids from unseen where market_id is null
  union all
  select max(id), max(xact), null::uuid, market_id, kind, '{}'::uuid[] from unseen
  where market_id is not null group by market_id, kind
`

function concerns({ userId, hearsEverything, workMarketId }: Listener) {
  return hearsEverything
    ? sql<boolean>`event.market_id is null`
    : sql<boolean>`(event.user_id = ${userId} or event.market_id = ${workMarketId})`
}

async function read(
  db: Db,
  cursor: Cursor,
  isWanted: ReturnType<typeof concerns>,
  most: number,
): Promise<Batch> {
  const { rows } = await sql<Row>`
    with asked as (select ${cursor}::pg_snapshot as cursor), unseen as not materialized (
      select event.* from asked join live_event event on event.xact >= pg_snapshot_xmin(asked.cursor)::text::bigint
        and not pg_visible_in_snapshot(event.xact::text::xid8, asked.cursor) and ${isWanted}
    )
    select pg_current_snapshot()::text as cursor, told.*,
      -- Rows it had not seen were pruned, or it was given by another database.
      (not pg_visible_in_snapshot(horizon.pruned_xact::text::xid8, asked.cursor)
        or pg_snapshot_xmax(asked.cursor) > pg_snapshot_xmax(pg_current_snapshot())) as is_lost
    from asked cross join live_horizon horizon left join (${TOLD}) as told on true
    order by told.id limit ${most + 1}
  `.execute(db)
  return toBatch(rows, most)
}

function toBatch(rows: readonly Row[], most: number): Batch {
  const { cursor, is_lost: isLost } = rows[0]!
  if (isLost || rows.length > most) return { cursor, hints: null }
  return { cursor, hints: rows.flatMap(toHint) }
}

function toHint({ xact, user_id: userId, market_id: marketId, kind, ids }: Row): StoredHint[] {
  if (xact === null || !LIVE_KINDS.includes(kind)) return []
  if (userId !== null) return [{ xact, userId, marketId: null, kind, ids }]
  return marketId === null ? [] : [{ xact, userId, marketId, kind, ids }]
}
