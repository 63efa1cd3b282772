import type { PaymentId, RefundId } from '#domain/ids.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'

const AT_ONCE = 500
/** An answer that is this late was lost: the provider is asked again. */
const LOST_AFTER_MS = 2 * MINUTE_MS

/** Charges declined cards on their days, and finds out about charges and refunds whose answer was lost. */
export const retryPayments: Task<'retry_payments'> = {
  kind: 'retry_payments',
  tries: 20,
  inTransaction: async (app, db, { marketId }) => {
    const now = app.ports.clock.now()
    const lostBefore = instant(now - LOST_AFTER_MS)
    const payments = new Set([
      ...(await dueRetries(db, marketId, now)),
      ...(await unasked(db, marketId, lostBefore)),
      ...(await unanswered(db, marketId, lostBefore)),
    ])
    for (const paymentId of payments)
      await enqueue(db, 'charge_payment', { paymentId, isRetry: true }, { now, dedupeKey: paymentId })
    for (const refundId of await unansweredRefunds(db, marketId, lostBefore))
      await enqueue(db, 'send_refund', { refundId }, { now, dedupeKey: refundId })
  },
}

async function dueRetries(db: Db, marketId: string, now: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .where('payment.state', '=', 'declined')
    .where('payment.next_attempt_at', '<=', toTimestamp(now))
    .orderBy('payment.next_attempt_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Billed, and whatever was to charge it is gone. */
async function unasked(db: Db, marketId: string, before: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .where('payment.state', '=', 'due')
    .where('payment.created_at', '<=', toTimestamp(before))
    .orderBy('payment.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

async function unanswered(db: Db, marketId: string, before: Instant): Promise<PaymentId[]> {
  const rows = await payments(db, marketId)
    .innerJoin('charge_attempt', 'charge_attempt.payment_id', 'payment.id')
    .where('charge_attempt.state', '=', 'asked')
    .where('charge_attempt.created_at', '<=', toTimestamp(before))
    .orderBy('charge_attempt.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

async function unansweredRefunds(db: Db, marketId: string, before: Instant): Promise<RefundId[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', marketId)
    .where('refund.state', '=', 'pending')
    .where('refund.created_at', '<=', toTimestamp(before))
    .orderBy('refund.created_at')
    .limit(AT_ONCE)
    .select('refund.id')
    .execute()
  return rows.map(({ id }) => id)
}

function payments(db: Db, marketId: string) {
  return db
    .selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', marketId)
    .limit(AT_ONCE)
    .select('payment.id')
}
