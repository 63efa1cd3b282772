/** The queue as its workers use it: claiming, leasing, removing and parking tasks, and the slots of schedules. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Lane } from '../tasks/lanes.ts'
import { marketsIn } from '../tasks/queries.ts'

/** How long a claimed task is nobody else's unless its worker says that it still works; a dead one's is taken over. */
export const LEASE_MS = MINUTE_MS

export type TaskRow = {
  readonly id: number
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly dedupe_key: string | null
  readonly market_id: string
  readonly run_at: Instant
}

/** With the place of its market in the turn. */
type ClaimedRow = TaskRow & { readonly place: number }

const COLUMNS = ['id', 'kind', 'payload', 'attempts', 'dedupe_key', 'market_id', 'run_at'] as const

/** Of all lanes. */
export function claimOldest(db: Db, now: Instant): Promise<TaskRow[]> {
  return db
    .selectFrom('task')
    .where('parked_at', 'is', null)
    .where('run_at', '<=', toTimestamp(now))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(COLUMNS)
    .execute()
}

type Turn = {
  readonly lane: Lane
  readonly after: string
  readonly atMost: number
  readonly now: Instant
}

/**
 * The markets that have work in the lane, found by one look into the index each, take turns from the one behind
 * `after`; each gives as many of its oldest tasks as make the batch whole. So nobody waits behind another market's
 * thousands, and what is not due, parked or somebody else's costs nothing.
 */
export async function claimInTurn(db: Db, turn: Turn): Promise<ClaimedRow[]> {
  const { rows } = await claimed(turn).execute(db)
  return rows
}

/** The same, leased in the same statement. */
export async function leaseInTurn(db: Db, turn: Turn): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with claimed as materialized (${claimed(turn)})
    update task set run_at = ${toTimestamp(instant(turn.now + LEASE_MS))}, attempts = task.attempts + 1
    from claimed where task.ctid = claimed.ctid
    returning task.id, task.kind, task.payload, task.attempts, task.dedupe_key, task.market_id, claimed.run_at,
      claimed.place
  `.execute(db)
  return rows
}

function claimed({ lane, after, atMost, now }: Turn): RawBuilder<ClaimedRow> {
  return sql<ClaimedRow>`
    with turn as materialized (
      select market_id, ceil(${atMost}::numeric / count(*) over ())::integer as share,
        row_number() over (order by market_id <= ${after}, market_id)::integer as place
      from (${marketsIn(sql`${lane}`)}) as market
      order by place
    )
    select claimed.*, turn.place from turn cross join lateral (
      select task.ctid, ${sql.join(COLUMNS.map((name) => sql.ref(`task.${name}`)))} from task
      where task.lane = ${lane} and task.parked_at is null and task.market_id = turn.market_id
        and task.run_at <= ${toTimestamp(now)}
      order by task.run_at, task.id limit turn.share
      for update skip locked
    ) as claimed
    limit ${atMost}
  `
}

/** The attempt is counted with it, and tells this worker from one that takes over. */
export async function leaseAll(db: Db, rows: readonly TaskRow[], now: Instant): Promise<TaskRow[]> {
  if (rows.length === 0) return []
  await db
    .updateTable('task')
    .set((eb) => ({ run_at: toTimestamp(instant(now + LEASE_MS)), attempts: eb('attempts', '+', 1) }))
    .where(isOneOf(rows))
    .execute()
  return rows.map((row) => ({ ...row, attempts: row.attempts + 1 }))
}

/** What was leased and not begun is as if it had not been claimed, but for the time that its row names. */
export async function releaseTasks(
  db: Db,
  rows: readonly Pick<TaskRow, 'id' | 'attempts' | 'run_at'>[],
): Promise<void> {
  const given = rows.map(({ id, attempts, run_at }) => ({ id, attempts, run_at: toTimestamp(run_at) }))
  await sql`
    update task set run_at = given.run_at, attempts = given.attempts - 1
    from jsonb_to_recordset(${JSON.stringify(given)}) as given (id bigint, attempts integer, run_at timestamptz)
    where task.id = given.id and task.attempts = given.attempts
  `.execute(db)
}

/** What was given up under the same keys is made good by them. */
export async function removeTasks(db: Db, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length === 0) return
  const keyed = rows.filter(({ dedupe_key }) => dedupe_key !== null)
  if (keyed.length === 0) await db.deleteFrom('task').where(isOneOf(rows)).execute()
  else
    await sql`
      with done as (delete from task where ${isOneOf(rows)})
      delete from task where parked_at is not null and (kind, dedupe_key) in (
        select * from unnest(${keyed.map(({ kind }) => kind)}::text[], ${keyed.map(({ dedupe_key }) => dedupe_key)}::text[])
      )
    `.execute(db)
}

function isOneOf(rows: readonly TaskRow[]) {
  return sql<SqlBool>`id = any(${rows.map(({ id }) => id)}::bigint[])`
}

export async function forgetParked(db: Db, kind: string, key: string): Promise<void> {
  await db
    .deleteFrom('task')
    .where('kind', '=', kind)
    .where('dedupe_key', '=', key)
    .where('parked_at', 'is not', null)
    .execute()
}

export async function planNext(db: Db, key: string, slot: Instant): Promise<void> {
  await db
    .updateTable('task_schedule')
    .set({ next_run_at: toTimestamp(slot) })
    .where('kind', '=', key)
    .execute()
}

/** Only for the worker that took the task last. */
export async function renewLease(
  db: Db,
  { id, attempts }: Pick<TaskRow, 'id' | 'attempts'>,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('task')
    .set({ run_at: toTimestamp(instant(now + LEASE_MS)) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

export async function saveFailure(
  db: Db,
  { id }: TaskRow,
  failure: { attempts: number; runAt: Instant; error: string; parkedAt: Instant | null },
): Promise<void> {
  await db
    .updateTable('task')
    .set({
      attempts: failure.attempts,
      run_at: toTimestamp(failure.runAt),
      last_error: failure.error,
      parked_at: failure.parkedAt === null ? null : toTimestamp(failure.parkedAt),
    })
    .where('id', '=', id)
    .where('attempts', '<=', failure.attempts)
    .execute()
}

export function listMarkets(db: Db) {
  return db.selectFrom('market').select(['id', 'time_zone']).execute()
}

/** What each schedule waits for, by its key; those that have not begun are left out. */
export async function nextRuns(db: Db): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db.selectFrom('task_schedule').select(['kind', 'next_run_at']).execute()
  return new Map(rows.map((row) => [row.kind, row.next_run_at]))
}

/** Undefined where another server is at it, or it is gone. */
export async function lockNextRun(db: Db, key: string): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('task_schedule')
    .where('kind', '=', key)
    .forUpdate()
    .skipLocked()
    .select('next_run_at')
    .executeTakeFirst()
  return row?.next_run_at
}

export async function insertNextRuns(
  db: Db,
  runs: readonly { readonly key: string; readonly slot: Instant }[],
): Promise<void> {
  if (runs.length === 0) return
  await db
    .insertInto('task_schedule')
    .values(runs.map(({ key, slot }) => ({ kind: key, next_run_at: toTimestamp(slot) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A schedule that waits for later than `latest` waits for `slot` instead. */
export async function planNextNotAfter(
  db: Db,
  key: string,
  { slot, latest }: { slot: Instant; latest: Instant },
): Promise<void> {
  await db
    .updateTable('task_schedule')
    .set({ next_run_at: toTimestamp(slot) })
    .where('kind', '=', key)
    .where('next_run_at', '>', toTimestamp(latest))
    .execute()
}
