/** The queue as its workers use it: claiming, leasing, removing and parking tasks, and the slots of schedules. */
import type { ExpressionBuilder } from 'kysely'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { Lane } from '../tasks/lanes.ts'

/** How long a claimed task is nobody else's unless its worker says that it still works; a dead one's is taken over. */
export const LEASE_MS = MINUTE_MS

export type TaskRow = {
  readonly id: number
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly dedupe_key: string | null
}

export function claimNext(db: Db, now: Instant, lane: Lane | undefined): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .where('parked_at', 'is', null)
    .where('run_at', '<=', toTimestamp(now))
    .$if(lane !== undefined, (query) => query.where('lane', '=', lane!))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['id', 'kind', 'payload', 'attempts', 'dedupe_key'])
    .executeTakeFirst()
}

/** The attempt is counted with it, and tells this worker from one that takes over. */
export async function lease(db: Db, row: TaskRow, now: Instant): Promise<TaskRow> {
  const leased = { ...row, attempts: row.attempts + 1 }
  await db
    .updateTable('task')
    .set({ run_at: toTimestamp(instant(now + LEASE_MS)), attempts: leased.attempts })
    .where('id', '=', row.id)
    .execute()
  return leased
}

/** What was given up under the same key is made good by it. */
export async function removeTask(db: Db, { id, kind, dedupe_key }: TaskRow): Promise<void> {
  await db
    .deleteFrom('task')
    .where((eb) => {
      const isIt = eb('id', '=', id)
      return dedupe_key === null ? isIt : eb.or([isIt, eb.and(parkedUnder(eb, kind, dedupe_key))])
    })
    .execute()
}

function parkedUnder(eb: ExpressionBuilder<Database, 'task'>, kind: string, key: string) {
  return [eb('kind', '=', kind), eb('dedupe_key', '=', key), eb('parked_at', 'is not', null)]
}

export async function forgetParked(db: Db, kind: string, key: string): Promise<void> {
  await db
    .deleteFrom('task')
    .where((eb) => eb.and(parkedUnder(eb, kind, key)))
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

/** Undefined where the schedule has not begun, or another server is at it. */
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

export async function insertNextRun(db: Db, key: string, slot: Instant): Promise<void> {
  await db
    .insertInto('task_schedule')
    .values({ kind: key, next_run_at: toTimestamp(slot) })
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
