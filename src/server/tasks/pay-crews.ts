import { marketZone } from '../ledger/market-zone.ts'
import { payCrewsBatch } from '../payouts/pay-crews.ts'
import { enqueue } from './queue.ts'
import type { Task } from './task.ts'

/** One batch of crews; the next batch is another task, made in the same transaction. */
export const payCrews: Task<'pay_crews'> = {
  kind: 'pay_crews',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCrewId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const { lastCrewId } = await payCrewsBatch(db, { marketId, zone, at, now, after: afterCrewId })
    if (lastCrewId !== null)
      await enqueue(db, 'pay_crews', { marketId, at, afterCrewId: lastCrewId }, { now })
  },
}
