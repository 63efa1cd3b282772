/**
 * The task behind one change of many weekly jobs, and behind its undo. Each job is a transaction of its own that also
 * marks its row: a crash loses at most one job's work, and whoever goes on does nothing twice. Crews are notified once,
 * when the last job is behind it. Whoever looks after the places must still have the access when the turn of a job comes.
 */
import type { BulkChangeId, ShareId, WeeklyJobId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { applyChange } from './apply-change.ts'
import {
  type BulkRow,
  findBulk,
  listJobsIn,
  lockBulk,
  lockBulkJob,
  markBulk,
  saveOutcome,
} from './bulk-queries.ts'
import { notifyCrews } from './notify-crews.ts'
import { describeRefusal } from './describe-refusal.ts'
import { undoChange } from './undo-change.ts'

/** Of one task; the next goes on, so that others get their turn. */
const JOBS_AT_ONCE = 50

/** Throws `share_lost` where who looks after places may not change this job any more; keeps it so until the end. */
export type CheckAccess = (db: Db, shareId: ShareId, weeklyJobId: WeeklyJobId) => Promise<void>

/** Goes on where the last try stopped. */
export async function runBulk(
  app: App,
  scope: CustomerScope,
  id: BulkChangeId,
  checkAccess: CheckAccess,
): Promise<void> {
  const bulk = await findBulk(app.db, scope, id)
  if (bulk === undefined) return
  const check = (shareId: ShareId | null) => async (db: Db, weeklyJobId: WeeklyJobId) => {
    if (shareId !== null) await checkAccess(db, shareId, weeklyJobId)
  }
  if (bulk.state === 'running') await runOn(app, scope, bulk, 'waiting', applyOne(check(bulk.share_id)))
  else if (bulk.state === 'undoing')
    await runOn(app, scope, bulk, 'changed', undoOne(check(bulk.undo_share_id)))
  // All or none was asked for by whoever began it: what is put back for that is nobody's new change.
  else if (bulk.state === 'giving_up') await runOn(app, scope, bulk, 'changed', undoOne(check(null)))
}

type Check = (db: Db, weeklyJobId: WeeklyJobId) => Promise<void>

/** False where the others wait. */
type One = (app: App, scope: CustomerScope, bulk: BulkRow, weeklyJobId: WeeklyJobId) => Promise<boolean>

async function runOn(
  app: App,
  scope: CustomerScope,
  bulk: BulkRow,
  from: 'waiting' | 'changed',
  doOne: One,
): Promise<void> {
  for (const weeklyJobId of await listJobsIn(app.db, bulk.id, from, JOBS_AT_ONCE))
    if (!(await doOne(app, scope, bulk, weeklyJobId))) break
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const current = await lockBulk(trx, scope, bulk.id)
    if (current?.state !== bulk.state && current?.state !== 'giving_up') return
    const [next] = await listJobsIn(trx, bulk.id, from, 1)
    if (current.state === bulk.state && next === undefined) return finish(trx, scope, current, now)
    // Two workers that find themselves at the same place put one task between them.
    const dedupeKey = `${bulk.id}@${current.state}@${next}`
    await enqueue(trx, 'run_bulk_change', payloadOf(bulk), { now, dedupeKey })
  })
}

export function payloadOf({ id, customer_id }: Pick<BulkRow, 'id' | 'customer_id'>) {
  return { bulkChangeId: id, customerId: customer_id }
}

function applyOne(check: Check): One {
  return async (app, scope, bulk, weeklyJobId) => {
    try {
      await inTransaction(app.db, async (trx) => {
        const row = await lockBulkJob(trx, bulk.id, weeklyJobId)
        if (row?.state !== 'waiting') return
        await check(trx, weeklyJobId)
        const applied = await applyChange({ ...app, db: trx }, scope, weeklyJobId, bulk.change)
        const at = app.ports.clock.now()
        await saveOutcome(
          trx,
          row,
          applied === null ? { state: 'same' } : { state: 'changed', ...applied, at },
        )
      })
      return true
    } catch (error) {
      return keepRefusal(app, { bulk, weeklyJobId, error, state: 'refused' })
    }
  }
}

function undoOne(check: Check): One {
  return async (app, scope, bulk, weeklyJobId) => {
    try {
      await inTransaction(app.db, async (trx) => {
        const row = await lockBulkJob(trx, bulk.id, weeklyJobId)
        if (row?.state !== 'changed' || row.before === null || row.after === null) return
        await check(trx, weeklyJobId)
        const undone = await undoChange({ ...app, db: trx }, scope, {
          weeklyJobId,
          change: bulk.change,
          before: row.before,
          after: row.after,
          doneAt: row.done_at!,
        })
        await saveOutcome(trx, row, { state: 'undone', ...undone })
      })
      return true
    } catch (error) {
      if (error instanceof Refused && error.code === 'share_lost') return stopUndo(app, scope, bulk)
      return keepRefusal(app, { bulk, weeklyJobId, error, state: 'left' })
    }
  }
}

/** What is not undone stays changed, and the owner may still undo it. */
async function stopUndo(app: App, scope: CustomerScope, { id }: BulkRow): Promise<boolean> {
  await inTransaction(app.db, async (trx) => {
    if ((await lockBulk(trx, scope, id))?.state !== 'undoing') return
    await markBulk(trx, id, { state: 'done', undoShareId: null })
    await notifyCrews(trx, id, 'undone', app.ports.clock.now())
  })
  return false
}

/** What the rule refused stays as it is, and says why; where it is all or none, what was changed goes back. */
async function keepRefusal(
  app: App,
  {
    bulk,
    weeklyJobId,
    error,
    state,
  }: { bulk: BulkRow; weeklyJobId: WeeklyJobId; error: unknown; state: 'refused' | 'left' },
): Promise<boolean> {
  if (!(error instanceof Refused)) throw error
  const note = inEachLanguage((language) => describeRefusal(error, language))
  const givesUp = state === 'refused' && bulk.is_whole
  await inTransaction(app.db, async (trx) => {
    const row = await lockBulkJob(trx, bulk.id, weeklyJobId)
    // Another worker may have been luckier meanwhile.
    if (row?.state !== (state === 'refused' ? 'waiting' : 'changed')) return
    await saveOutcome(trx, row, { state, note })
    if (givesUp) await markBulk(trx, bulk.id, { state: 'giving_up' })
  })
  return !givesUp
}

async function finish(db: Db, scope: CustomerScope, bulk: BulkRow, now: ReturnType<typeof instant>) {
  if (bulk.state === 'running') {
    const { bulkUndoMinutes } = await settingsAt(db, scope.marketId, now)
    const undoUntil = instant(now + bulkUndoMinutes * MINUTE_MS)
    await markBulk(db, bulk.id, { state: 'done', finishedAt: now, undoUntil })
    await notifyCrews(db, bulk.id, 'applied', now)
    return
  }
  await markBulk(db, bulk.id, { state: bulk.state === 'undoing' ? 'undone' : 'given_up', finishedAt: now })
  await notifyCrews(db, bulk.id, 'undone', now)
}
