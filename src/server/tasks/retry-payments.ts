import { MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '../db/client.ts'
import type { Instant } from '#domain/time.ts'
import { enqueue } from './queue.ts'
import type { Task } from './task.ts'

const AT_ONCE = 500
/** An answer that is this late was lost: the provider is asked again. */
const LOST_AFTER_MS = 2 * MINUTE_MS

/** Charges declined cards on their days, and finds out about charges whose answer was lost. */
export const retryPayments: Task<'retry_payments'> = {
  kind: 'retry_payments',
  tries: 20,
  inTransaction: async (app, db, { marketId }) => {
    const now = app.ports.clock.now()
    const due = await db
      .selectFrom('payment')
      .innerJoin('users', 'users.id', 'payment.customer_id')
      .where('users.market_id', '=', marketId)
      .where('payment.state', '=', 'declined')
      .where('payment.next_attempt_at', '<=', toTimestamp(now))
      .orderBy('payment.next_attempt_at')
      .limit(AT_ONCE)
      .select('payment.id')
      .execute()
    const lost = await db
      .selectFrom('charge_attempt')
      .innerJoin('payment', 'payment.id', 'charge_attempt.payment_id')
      .innerJoin('users', 'users.id', 'payment.customer_id')
      .where('users.market_id', '=', marketId)
      .where('charge_attempt.state', '=', 'asked')
      .where('charge_attempt.created_at', '<=', toTimestamp((now - LOST_AFTER_MS) as Instant))
      .orderBy('charge_attempt.created_at')
      .limit(AT_ONCE)
      .select('payment.id')
      .execute()
    for (const { id } of [...due, ...lost])
      await enqueue(db, 'charge_payment', { paymentId: id, isRetry: true }, { now, dedupeKey: id })
  },
}
