/** Claims due tasks one by one and does them. Several processes may run it side by side. */
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db } from '../db/client.ts'
import { isTaskKind, payloadOf, type TaskKind } from '../tasks/kinds.ts'
import type { Lane } from '../tasks/lanes.ts'
import type { Task } from '../tasks/task.ts'
import { tasks } from './register-tasks.ts'
import { runDueSchedules } from './run-schedules.ts'
import {
  claimNext,
  forgetParked,
  LEASE_MS,
  lease,
  removeTask,
  renewLease,
  saveFailure,
  type TaskRow,
} from './task-queries.ts'

const RENEW_MS = LEASE_MS / 3

const FIRST_RETRY_MS = 5_000

const LONGEST_RETRY_MS = 60 * MINUTE_MS

/** A task that was taken, with its payload. */
type Given = {
  readonly tries: number
  readonly inTransaction: ((app: App, db: Db) => Promise<void>) | null
  readonly outside: ((app: App) => Promise<void>) | null
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
    await renewLease(app.db, { id, attempts }, app.ports.clock.now())
  } catch (error) {
    app.log.warn({ err: error, task: kind, code: 'task_lease' }, 'a lease could not be renewed')
  }
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
  await saveFailure(app.db, row, {
    attempts,
    runAt: instant(now + wait),
    error: String(error instanceof Error ? error.message : error).slice(0, 500),
    parkedAt: isLast ? now : null,
  })
}
