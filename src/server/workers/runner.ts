/** Claims due tasks one by one and does them. Several processes may run it side by side. */
import type { ExpressionBuilder } from 'kysely'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { isTaskKind, payloadOf, type TaskKind } from '../tasks/kinds.ts'
import type { Lane } from '../tasks/lanes.ts'
import type { Task } from '../tasks/task.ts'
import { tasks } from './registry.ts'
import { runDueSchedules } from './schedules.ts'

/** How long a claimed task is nobody else's unless its worker says that it still works; a dead one's is taken over. */
const LEASE_MS = MINUTE_MS
const RENEW_MS = LEASE_MS / 3
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * MINUTE_MS

/** A task that was taken, with what it is told. */
type Given = {
  readonly tries: number
  readonly inTransaction: ((app: App, db: Db) => Promise<void>) | null
  readonly outside: ((app: App) => Promise<void>) | null
}
type TaskRow = {
  readonly id: number
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly dedupe_key: string | null
}

/** Does everything that is due by the app's clock; answers how many tasks ran. */
export async function runDueTasks(app: App): Promise<number> {
  let count = await runDueSchedules(app)
  while (await runOneTask(app)) count += 1
  return count
}

/** False when nothing was due; without a lane, in any. */
export async function runOneTask(app: App, lane?: Lane): Promise<boolean> {
  const now = app.ports.clock.now()
  let failed: { row: TaskRow; attempts: number; error: unknown } | null = null
  const leased = await app.db
    .transaction()
    .execute(async (trx) => {
      const row = await claimNext(trx, now, lane)
      if (row === undefined) return null
      const task = taskOf(row)
      if (task?.inTransaction) {
        failed = { row, attempts: row.attempts + 1, error: null }
        await task.inTransaction(app, trx)
        await removeTask(trx, row)
        failed = null
        return 'done' as const
      }
      return lease(trx, row, now)
    })
    .catch((error: unknown) => {
      if (failed === null) throw error
      failed.error = error
      return 'failed' as const
    })
  if (leased === null) return false
  if (leased === 'failed') await postpone(app, failed!)
  else if (leased !== 'done') await runOutside(app, leased)
  return true
}

function taskOf({ kind, payload }: TaskRow): Given | undefined {
  return isTaskKind(kind) ? given(kind, payload) : undefined
}

function given<Kind extends TaskKind>(kind: Kind, payload: unknown): Given {
  const task: Task<Kind> = tasks[kind]
  return {
    tries: task.tries,
    inTransaction:
      'inTransaction' in task ? (app, db) => task.inTransaction(app, db, payloadOf(kind, payload)) : null,
    outside: 'outside' in task ? (app) => task.outside(app, payloadOf(kind, payload)) : null,
  }
}

function claimNext(db: Db, now: Instant, lane: Lane | undefined): Promise<TaskRow | undefined> {
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
async function lease(db: Db, row: TaskRow, now: Instant): Promise<TaskRow> {
  const leased = { ...row, attempts: row.attempts + 1 }
  await db
    .updateTable('task')
    .set({ run_at: toTimestamp(instant(now + LEASE_MS)), attempts: leased.attempts })
    .where('id', '=', row.id)
    .execute()
  return leased
}

async function runOutside(app: App, row: TaskRow): Promise<void> {
  const renewing = setInterval(() => void renew(app, row), RENEW_MS)
  try {
    const task = taskOf(row)
    if (!task?.outside) throw new Error(`no task is called ${row.kind}`)
    await task.outside(app)
    clearInterval(renewing)
    await removeTask(app.db, row)
  } catch (error) {
    clearInterval(renewing)
    await postpone(app, { row, attempts: row.attempts, error })
  }
}

async function renew(app: App, { id, attempts, kind }: TaskRow): Promise<void> {
  try {
    await app.db
      .updateTable('task')
      .set({ run_at: toTimestamp(instant(app.ports.clock.now() + LEASE_MS)) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute()
  } catch (error) {
    app.log.warn({ err: error, task: kind, code: 'task_lease' }, 'a lease could not be renewed')
  }
}

/** What was given up under the same key is made good by it. */
async function removeTask(db: Db, { id, kind, dedupe_key }: TaskRow): Promise<void> {
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

/** Tries again later and later; after the last try the task is parked and the queue goes on. */
async function postpone(
  app: App,
  { row, attempts, error }: { row: TaskRow; attempts: number; error: unknown },
): Promise<void> {
  const now = app.ports.clock.now()
  const isLast = attempts >= (taskOf(row)?.tries ?? 1)
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  app.log.error(
    { err: error, task: row.kind, attempts, code: isLast ? 'task_parked' : 'task_retry' },
    'task failed',
  )
  // The last one that is parked stands for all that were parked under its key.
  if (isLast && row.dedupe_key !== null) await forgetParked(app.db, row.kind, row.dedupe_key)
  await app.db
    .updateTable('task')
    .set({
      attempts,
      run_at: toTimestamp(instant(now + wait)),
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      parked_at: isLast ? toTimestamp(now) : null,
    })
    .where('id', '=', row.id)
    .where('attempts', '<=', attempts)
    .execute()
}

async function forgetParked(db: Db, kind: string, key: string): Promise<void> {
  await db
    .deleteFrom('task')
    .where((eb) => eb.and(parkedUnder(eb, kind, key)))
    .execute()
}
