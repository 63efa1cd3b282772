import { dueBillingRun } from '#domain/billing/period.ts'
import { DEFAULT_SETTINGS } from '#domain/settings.ts'
import { marketZone } from '../ledger/market-zone.ts'
import { billBatch } from '../payments/bill-week.ts'
import { enqueue } from './queue.ts'
import type { Task } from './task.ts'

/** One batch of customers; the next batch is another task, made in the same transaction. */
export const billWeek: Task<'bill_week'> = {
  kind: 'bill_week',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCustomerId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const run = dueBillingRun(at, zone, DEFAULT_SETTINGS)
    const { lastCustomerId } = await billBatch(db, { marketId, run, after: afterCustomerId, now })
    if (lastCustomerId !== null)
      await enqueue(db, 'bill_week', { marketId, at, afterCustomerId: lastCustomerId }, { now })
  },
}
