/** Background work on what crews are paid. */

import { instant, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { payCrewsBatch } from '../payouts/pay-crews.ts'
import { sendPayout } from '../payouts/send-payout.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { unlessUnanswered } from './unanswered.ts'

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

/** `settle_payouts` asks again, under the same key, where the provider did not answer. */
export const sendPayoutTask: Task<'send_payout'> = {
  kind: 'send_payout',
  tries: 12,
  outside: (app, { payoutId }) => unlessUnanswered(app, 'send_payout', () => sendPayout(app, payoutId)),
}

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
      .where('payout.created_at', '<=', toTimestamp(instant(now - 2 * MINUTE_MS)))
      .orderBy('payout.created_at')
      .limit(AT_ONCE)
      .select('payout.id')
      .execute()
    for (const { id } of rows) await enqueue(db, 'send_payout', { payoutId: id }, { now, dedupeKey: id })
  },
}
