import { type Instant, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '../db/client.ts'
import { enqueue } from './queue.ts'
import type { Task } from './task.ts'

const AT_ONCE = 500

/** Asks again about payouts that are still under way. */
export const settlePayouts: Task<'settle_payouts'> = {
  kind: 'settle_payouts',
  tries: 20,
  inTransaction: async (app, db, { marketId }) => {
    const now = app.ports.clock.now()
    const rows = await db
      .selectFrom('payout')
      .innerJoin('users', 'users.id', 'payout.crew_id')
      .where('users.market_id', '=', marketId)
      .where('payout.state', '=', 'sending')
      .where('payout.created_at', '<=', toTimestamp((now - 2 * MINUTE_MS) as Instant))
      .orderBy('payout.created_at')
      .limit(AT_ONCE)
      .select('payout.id')
      .execute()
    for (const { id } of rows) await enqueue(db, 'send_payout', { payoutId: id }, { now, dedupeKey: id })
  },
}
