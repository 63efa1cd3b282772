/** Claims what is due, several tasks at once where they are short, and does it. Several processes may run it side by side. */
import { keysOf } from '#domain/keys.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { isOurLoss } from '../failover/read-loss.ts'
import { untilFound } from '../failover/retry-lost.ts'
import { isTaskKind, payloadOf, type TaskKind } from '../tasks/kinds.ts'
import { LANE_NAMES, LANE_OF, type Lane } from '../tasks/lanes.ts'
import type { Task } from '../tasks/task.ts'
import { tasks } from './register-tasks.ts'
import { runDueSchedules } from './run-schedules.ts'
import {
  claimInTurn,
  claimOldest,
  forgetParked,
  LEASE_MS,
  leaseAll,
  leaseInTurn,
  releaseTasks,
  removeTasks,
  renewLease,
  saveFailure,
  type TaskRow,
} from './task-queries.ts'

const RENEW_MS = LEASE_MS / 3

const FIRST_RETRY_MS = 5_000
/** Long enough for who knows it to be the first who looks. */
const LEAVE_MS = 15_000

const LONGEST_RETRY_MS = 60 * MINUTE_MS

/** Does everything that is due by the app's clock, one by one; answers how many tasks ran. */
export async function runDueTasks(app: App): Promise<number> {
  let count = await runDueSchedules(app)
  while (await runOneTask(app)) count += 1
  return count
}

/** False when nothing was due; without a lane, in any. */
export async function runOneTask(app: App, lane?: Lane): Promise<boolean> {
  const { count, leased } = await takeTasks(app, { lane, atMost: 1, after: '' })
  for (const row of leased) await runOutside(app, row, () => removeTasks(app.db, [row]))
  return count > 0
}

/** A task that is leased; where it succeeded `remove` sees to it that it is not done again. */
export async function runOutside(app: App, row: TaskRow, remove: () => Promise<void>): Promise<void> {
  if (!isTaskKind(row.kind)) return leaveToNewer(app, row)
  const renewing = setInterval(() => void renew(app, row), RENEW_MS)
  try {
    const task = taskOf(row)
    if (!task?.outside) throw new Error(`${row.kind} is done in its transaction only`)
    await task.outside(app)
    clearInterval(renewing)
    await remove()
  } catch (error) {
    clearInterval(renewing)
    await postpone(app, { row, attempts: row.attempts, error })
  }
}

/** While a newer release is brought to one process after another, its work is not for this one: no try is counted. */
async function leaveToNewer(app: App, { id, kind, attempts }: TaskRow): Promise<void> {
  app.log.warn({ task: kind, code: 'task_unknown' }, 'a task of which this release does not know')
  const runAt = instant(app.ports.clock.now() + LEAVE_MS)
  await releaseTasks(app.db, [{ id, attempts, run_at: runAt }])
}

/** Without a lane the oldest task of any. */
type Asked = {
  readonly lane?: Lane | undefined
  readonly atMost: number
  /** The market that had its turn last. */
  readonly after: string
}

type Taken = {
  readonly count: number
  /** To be done outside, by this worker alone for as long as it lives. */
  readonly leased: readonly TaskRow[]
  readonly after: string
  /** One of them failed and none is done: each is to be tried by itself. */
  readonly failedTogether: boolean
}

/**
 * Tasks that are done in their transaction share one. It is all of them or none, so each is still done exactly once;
 * where one fails the others are done without it, one by one.
 */
export async function takeTasks(app: App, asked: Asked): Promise<Taken> {
  const now = app.ports.clock.now()
  const { lane, after } = asked
  if (lane !== undefined && OUTSIDE_ONLY.has(lane)) {
    const leased = await leaseInTurn(app.db, { ...asked, lane, now })
    return { count: leased.length, leased, after: lastMarket(leased) ?? after, failedTogether: false }
  }
  let tried: readonly TaskRow[] = []
  try {
    return await app.db.transaction().execute(async (trx) => {
      const claim = lane === undefined ? claimOldest(trx, now) : claimInTurn(trx, { ...asked, lane, now })
      const rows = await claim
      const given = rows.map((row) => ({ row, act: taskOf(row)?.inTransaction ?? null }))
      const leased = await leaseAll(
        trx,
        given.flatMap(({ row, act }) => (act === null ? [row] : [])),
        now,
      )
      tried = given.flatMap(({ row, act }) => (act === null ? [] : [row]))
      for (const { act } of given) await act?.(app, trx)
      await removeTasks(trx, tried)
      return {
        count: rows.length,
        leased,
        after: lastMarket(rows) ?? after,
        failedTogether: false,
      }
    })
  } catch (error) {
    const [failed, ...others] = tried
    if (failed === undefined) throw error
    const failedTogether = others.length > 0
    if (!failedTogether) await postpone(app, { row: failed, attempts: failed.attempts + 1, error })
    return { count: tried.length, leased: [], after, failedTogether }
  }
}

/** Where nothing is done in its transaction, one statement claims and leases. */
const OUTSIDE_ONLY: ReadonlySet<Lane> = new Set(
  LANE_NAMES.filter((lane) =>
    keysOf(tasks).every((kind) => LANE_OF[kind] !== lane || 'outside' in tasks[kind]),
  ),
)

function lastMarket(rows: readonly (TaskRow & { readonly place?: number })[]): string | undefined {
  return rows.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).at(-1)?.market_id
}

/** A task that was taken, with its payload. */
type Given = {
  readonly tries: number
  readonly inTransaction: ((app: App, db: Db) => Promise<void>) | null
  readonly outside: ((app: App) => Promise<void>) | null
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
  // Whoever lost the database has shown nothing about the task: it is tried again, later and later.
  const isLast = attempts >= (taskOf(row)?.tries ?? 1) && !isOurLoss(error)
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  app.log.error(
    { err: error, task: row.kind, attempts, code: isLast ? 'task_parked' : 'task_retry' },
    'task failed',
  )
  // The last one that is parked stands for all that were parked under its key.
  if (isLast && row.dedupe_key !== null) await forgetParked(app.db, row.kind, row.dedupe_key)
  const failure = {
    attempts,
    runAt: instant(now + wait),
    error: String(error instanceof Error ? error.message : error).slice(0, 500),
    parkedAt: isLast ? now : null,
  }
  await untilFound(() => saveFailure(app.db, row, failure))
}
