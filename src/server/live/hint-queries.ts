/**
 * Reads hints in the order in which they were committed. Ids are given before a commit, so no id tells how far somebody
 * has read: the cursor is a snapshot of transactions, and what it had not seen is what comes next. A transaction that
 * takes its time delays nobody and is not lost.
 */
import { sql } from 'kysely'
import { LIVE_KINDS, type LiveHint, type LiveKind } from '#contract/live.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { Listener } from './merge-hints.ts'
import type { Cursor } from './read-cursor.ts'

export type StoredHint = LiveHint & { readonly xact: number } & (
    | { readonly userId: UserId; readonly marketId: null }
    | { readonly userId: null; readonly marketId: string }
  )

/** `hints` is null where they are no longer all known. */
export type Batch = { readonly cursor: Cursor; readonly hints: readonly StoredHint[] | null }

/** More at once than anybody would tell apart: everything is read anew instead. */
const MOST_AT_ONCE = 20_000

const MOST_FOR_ONE = 500

type Row = {
  cursor: Cursor
  is_lost: boolean
  xact: number | null
  user_id: UserId | null
  market_id: string | null
  kind: LiveKind
  ids: string[]
}

export async function readCurrentCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ cursor: Cursor }>`select pg_current_snapshot()::text as cursor`.execute(db)
  return rows[0]!.cursor
}

/** Everybody's hints that the cursor had not seen. */
export function readHintsSince(db: Db, cursor: Cursor): Promise<Batch> {
  return read(db, cursor, sql`true`, MOST_AT_ONCE)
}

/** One listener's. */
export function readHintsFor(db: Db, cursor: Cursor, listener: Listener): Promise<Batch> {
  return read(db, cursor, concerns(listener), MOST_FOR_ONE)
}

/** What one listener missed between beginning to read and beginning to listen. */
export async function readHintsOfLast(db: Db, seconds: number, listener: Listener): Promise<Batch> {
  const { rows } = await sql<Row>`
    with unseen as not materialized (
      select event.* from live_event event
      where event.at >= now() - make_interval(secs => ${seconds}) and ${concerns(listener)}
    )
    select pg_current_snapshot()::text as cursor, false as is_lost, merged.*
    from (select) as always left join (${MERGED}) as merged on true
    order by merged.id limit ${MOST_FOR_ONE + 1}
  `.execute(db)
  return toBatch(rows, MOST_FOR_ONE)
}

/** Hints to markets count once for each kind, however many there are. */
const MERGED = sql`
  select id, xact, user_id, market_id, kind, ids from unseen where market_id is null
  union all
  select max(id), max(xact), null::uuid, market_id, kind, '{}'::uuid[] from unseen
  where market_id is not null group by market_id, kind
`

function concerns({ userId, ownerId, getsEverything, workMarketId }: Listener) {
  return getsEverything
    ? sql<boolean>`event.market_id is null`
    : sql<boolean>`(event.user_id in (${userId}, ${ownerId ?? userId}) or event.market_id = ${workMarketId})`
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
    select pg_current_snapshot()::text as cursor, merged.*,
      -- Rows it had not seen were pruned, or it was given by another database.
      (not pg_visible_in_snapshot(horizon.pruned_xact::text::xid8, asked.cursor)
        or pg_snapshot_xmax(asked.cursor) > pg_snapshot_xmax(pg_current_snapshot())) as is_lost
    from asked cross join live_horizon horizon left join (${MERGED}) as merged on true
    order by merged.id limit ${most + 1}
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
