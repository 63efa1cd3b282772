/** Begins one change of many weekly jobs, or its undo; a task does the work. */
import type { BulkChangeId, WeeklyJobId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertBulk, lockBulk, markBulk } from './bulk-queries.ts'
import { previewBulk } from './preview-bulk.ts'
import { payloadOf } from './run-bulk.ts'

/** All or none: refused where the preview names one that cannot be. */
export async function startBulk(
  app: App,
  scope: CustomerScope,
  {
    weeklyJobIds,
    change,
    isWhole,
  }: {
    readonly weeklyJobIds: readonly WeeklyJobId[]
    readonly change: BulkChange
    readonly isWhole: boolean
  },
): Promise<{ bulkChangeId: BulkChangeId }> {
  const preview = await previewBulk(app, scope, { weeklyJobIds, change })
  if (isWhole && preview.refusedCount > 0) throw new Refused('bulk_refuses_some')
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const bulk = { change, isWhole, weeklyJobIds, now, undoUntil: now }
    const bulkChangeId = await insertBulk(trx, scope, bulk)
    await enqueue(trx, 'run_bulk_change', { bulkChangeId, customerId: scope.userId }, { now })
    return { bulkChangeId }
  })
}

/** Undoing what is being undone changes nothing. */
export function startUndo(app: App, scope: CustomerScope, id: BulkChangeId): Promise<void> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const bulk = await lockBulk(trx, scope, id)
    if (bulk === undefined) throw new Refused('not_found')
    if (bulk.state === 'undoing' || bulk.state === 'undone') return
    if (bulk.state !== 'done') throw new Refused('bulk_not_done')
    if (now >= bulk.undo_until) throw new Refused('too_late')
    await markBulk(trx, id, { state: 'undoing', undoShareId: scope.helper?.shareId ?? null })
    await enqueue(trx, 'run_bulk_change', payloadOf(bulk), { now })
  })
}
