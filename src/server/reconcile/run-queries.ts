/** Runs: where each stands, what it compared, and what operators see of them. */
import { sql } from 'kysely'
import type { ReconcileRunId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

export type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>

export async function findRunning(db: Db): Promise<{ id: ReconcileRunId; slices: number } | undefined> {
  return db
    .selectFrom('reconcile_run')
    .where('state', '=', 'running')
    .select(['id', 'slices'])
    .executeTakeFirst()
}

/** When the last run of a kind began that came to its end; null where none did. */
export async function lastStart(db: Db, kind?: 'complete'): Promise<Instant | null> {
  const row = await db
    .selectFrom('reconcile_run')
    .where('state', '=', 'finished')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('started_at', 'desc')
    .limit(1)
    .select('started_at')
    .executeTakeFirst()
  return row?.started_at ?? null
}

/** Up to which journal the last run that came to its end had looked. */
export async function lastJournalSeen(db: Db): Promise<number> {
  const row = await db
    .selectFrom('reconcile_run')
    .where('state', '=', 'finished')
    .orderBy('started_at', 'desc')
    .limit(1)
    .select('last_journal')
    .executeTakeFirst()
  return row?.last_journal ?? 0
}

export async function newestJournal(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger_journal')
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Undefined where another one is running. */
export async function insertRun(
  db: Db,
  run: {
    readonly kind: 'nightly' | 'complete'
    readonly requestedBy: UserId | null
    readonly since: Instant
    readonly afterJournal: number
    readonly lastJournal: number
    readonly now: Instant
  },
): Promise<ReconcileRunId | undefined> {
  const row = await db
    .insertInto('reconcile_run')
    .values({
      kind: run.kind,
      requested_by: run.requestedBy,
      started_at: toTimestamp(run.now),
      since: toTimestamp(run.since),
      after_journal: run.afterJournal,
      last_journal: run.lastJournal,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export function findRun(db: Db, runId: ReconcileRunId) {
  return db.selectFrom('reconcile_run').where('id', '=', runId).selectAll().executeTakeFirst()
}

/** Undefined where the slice is done, or another worker is at it. */
export function lockRun(db: Db, runId: ReconcileRunId, slice: number) {
  return db
    .selectFrom('reconcile_run')
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .where('slices', '=', slice)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
}

export async function saveProgress(
  db: Db,
  run: Run,
  { part, after }: { readonly part: number; readonly after: string | null },
): Promise<void> {
  await db
    .updateTable('reconcile_run')
    .set({ part, after, slices: run.slices + 1 })
    .where('id', '=', run.id)
    .execute()
}

export async function finishRun(db: Db, run: Run, now: Instant): Promise<void> {
  await db
    .updateTable('reconcile_run')
    .set({ state: 'finished', finished_at: toTimestamp(now), slices: run.slices + 1 })
    .where('id', '=', run.id)
    .execute()
  await db.deleteFrom('reconcile_subject').where('run_id', '=', run.id).execute()
}

export async function addCount(
  db: Db,
  counted: {
    readonly runId: ReconcileRunId
    readonly check: string
    readonly marketId: string | null
    readonly count: number
    readonly amountCents: number
    readonly differing: number
  },
): Promise<void> {
  await sql`
    insert into reconcile_count (run_id, check_name, market_id, compared, amount_cents, differing)
    values (${counted.runId}, ${counted.check}, ${counted.marketId}, ${counted.count}, ${counted.amountCents}, ${counted.differing})
    on conflict (run_id, check_name, market_id) do update set
      compared = reconcile_count.compared + excluded.compared,
      amount_cents = reconcile_count.amount_cents + excluded.amount_cents,
      differing = reconcile_count.differing + excluded.differing
  `.execute(db)
}

/** What is of no market concerns every operator: the provider has one account for all. */
const isOwn = (marketId: string, column: string) =>
  sql<boolean>`(${sql.ref(column)} = ${marketId} or ${sql.ref(column)} is null)`

export async function listRuns(
  db: Db,
  { marketId }: OperatorScope,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readTimeMark(cursor)
  const rows = await db
    .selectFrom('reconcile_run as run')
    .leftJoin('users', 'users.id', 'run.requested_by')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(run.started_at, run.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('run.started_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(limit + 1)
    .select((eb) => [
      'run.id',
      'run.kind',
      'run.state',
      'run.started_at',
      'run.finished_at',
      'run.slices',
      sql<string | null>`case when users.market_id = ${marketId} then users.name end`.as('requested_by'),
      sql<string>`run.started_at::text`.as('mark'),
      eb
        .selectFrom('reconcile_count as count')
        .whereRef('count.run_id', '=', 'run.id')
        .where(isOwn(marketId, 'count.market_id'))
        .select(sql<number>`coalesce(sum(compared), 0)::bigint`.as('compared'))
        .as('compared'),
      eb
        .selectFrom('reconcile_count as count')
        .whereRef('count.run_id', '=', 'run.id')
        .where(isOwn(marketId, 'count.market_id'))
        .select(sql<number>`coalesce(sum(differing), 0)::bigint`.as('differing'))
        .as('differing'),
    ])
    .execute()
  const page = pageOf(rows, limit)
  return { rows: page.rows.map(toRun), nextCursor: page.nextCursor }
}

function toRun(row: {
  id: ReconcileRunId
  kind: 'nightly' | 'complete'
  state: 'running' | 'finished'
  started_at: Instant
  finished_at: Instant | null
  slices: number
  requested_by: string | null
  compared: number | null
  differing: number | null
}) {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    slices: row.slices,
    requestedBy: row.requested_by,
    comparedCount: row.compared ?? 0,
    differenceCount: row.differing ?? 0,
  }
}

/** What a run compared of the operator's market, and of none. */
export async function listCounts(db: Db, { marketId }: OperatorScope, runId: ReconcileRunId) {
  const rows = await db
    .selectFrom('reconcile_count')
    .where('run_id', '=', runId)
    .where(isOwn(marketId, 'market_id'))
    .groupBy('check_name')
    .orderBy('check_name')
    .select([
      'check_name',
      sql<number>`sum(compared)::bigint`.as('compared'),
      sql<number>`sum(amount_cents)::bigint`.as('amount'),
      sql<number>`sum(differing)::bigint`.as('differing'),
    ])
    .execute()
  return rows.map((row) => ({
    check: row.check_name,
    count: row.compared,
    amountCents: cents(row.amount),
    differenceCount: row.differing,
  }))
}

/** A moment before the rows of a run were new, to be sure. */
export function aLittleBefore(at: Instant, ms: number): Instant {
  return instant(Math.max(0, at - ms))
}
