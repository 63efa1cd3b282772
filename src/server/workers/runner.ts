/** Claims due tasks one by one and does them. Several processes may run it side by side. */
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from '../tasks/kinds.ts'
import type { Task } from '../tasks/task.ts'
import { tasks } from './registry.ts'
import { runDueSchedules } from './schedules.ts'

/** How long a claimed task that calls the world is nobody else's; a dead worker's is taken over after that. */
const LEASE_MS = MINUTE_MS
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60 * MINUTE_MS

type AnyTask = Task<TaskKind>
type TaskRow = { id: number; kind: string; payload: unknown; attempts: number }

/** Does everything that is due by the app's clock; answers how many tasks ran. */
export async function runDueTasks(app: App): Promise<number> {
  let count = await runDueSchedules(app)
  while (await runOneTask(app)) count += 1
  return count
}

/** False when nothing was due. */
export async function runOneTask(app: App): Promise<boolean> {
  const now = app.ports.clock.now()
  let failed: { row: TaskRow; error: unknown } | null = null
  const leased = await app.db
    .transaction()
    .execute(async (trx) => {
      const row = await claimNext(trx, now)
      if (row === undefined) return null
      const task = taskOf(row.kind)
      if (task !== undefined && 'inTransaction' in task) {
        failed = { row, error: null }
        await task.inTransaction(app, trx, row.payload as TaskPayloads[TaskKind])
        await removeTask(trx, row.id)
        failed = null
        return 'done' as const
      }
      await trx
        .updateTable('task')
        .set({ run_at: toTimestamp((now + LEASE_MS) as Instant), attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .execute()
      return row
    })
    .catch((error: unknown) => {
      if (failed === null) throw error
      failed.error = error
      return 'failed' as const
    })
  if (leased === null) return false
  if (leased === 'failed') await postpone(app, failed!, now)
  else if (leased !== 'done') await runOutside(app, leased, now)
  return true
}

function taskOf(kind: string): AnyTask | undefined {
  return tasks[kind as TaskKind] as AnyTask | undefined
}

function claimNext(db: Db, now: Instant): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .where('parked_at', 'is', null)
    .where('run_at', '<=', toTimestamp(now))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

async function runOutside(app: App, row: TaskRow, now: Instant): Promise<void> {
  try {
    const task = taskOf(row.kind)
    if (task === undefined || !('outside' in task)) throw new Error(`no task is called ${row.kind}`)
    await task.outside(app, row.payload as TaskPayloads[TaskKind])
    await removeTask(app.db, row.id)
  } catch (error) {
    await postpone(app, { row, error }, now)
  }
}

async function removeTask(db: Db, id: number): Promise<void> {
  await db.deleteFrom('task').where('id', '=', id).execute()
}

/** Tries again later and later; after the last try the task is parked and the queue goes on. */
async function postpone(
  app: App,
  { row, error }: { row: TaskRow; error: unknown },
  now: Instant,
): Promise<void> {
  const attempts = row.attempts + 1
  const isLast = attempts >= (taskOf(row.kind)?.tries ?? 1)
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  app.log.error(
    { err: error, task: row.kind, attempts, code: isLast ? 'task_parked' : 'task_retry' },
    'task failed',
  )
  await app.db
    .updateTable('task')
    .set({
      attempts,
      run_at: toTimestamp((now + wait) as Instant),
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      parked_at: isLast ? toTimestamp(now) : null,
    })
    .where('id', '=', row.id)
    .execute()
}
