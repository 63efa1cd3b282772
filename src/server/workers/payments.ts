/** Background work on what customers pay: billing, charging, giving back, pausing who does not pay. */
import { dueBillingRun } from '#domain/billing/period.ts'
import { applyServicePause } from '../jobs/apply-service-pause.ts'
import { marketZone } from '../market-zone.ts'
import { billBatch } from '../payments/bill-week.ts'
import { chargePayment } from '../payments/charge-payment.ts'
import { sendRefund } from '../payments/refund-payment.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { unlessUnanswered } from './unanswered.ts'

/** One batch of customers; the next batch is another task, made in the same transaction. */
export const billWeek: Task<'bill_week'> = {
  kind: 'bill_week',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCustomerId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const run = dueBillingRun(at, zone, await settingsTimeline(db, marketId))
    const { lastCustomerId } = await billBatch(db, { marketId, run, after: afterCustomerId, now })
    if (lastCustomerId !== null)
      await enqueue(db, 'bill_week', { marketId, at, afterCustomerId: lastCustomerId }, { now })
  },
}

/** `retry_payments` asks again, under the same key, where the provider did not answer; a decline is an answer. */
export const chargePaymentTask: Task<'charge_payment'> = {
  kind: 'charge_payment',
  tries: 12,
  outside: (app, { paymentId, isRetry }) =>
    unlessUnanswered(app, 'charge_payment', () => chargePayment(app, paymentId, { isRetry })),
}

/** `retry_payments` asks again, under the same key, where the provider did not answer. */
export const sendRefundTask: Task<'send_refund'> = {
  kind: 'send_refund',
  tries: 12,
  outside: (app, { refundId }) => unlessUnanswered(app, 'send_refund', () => sendRefund(app, refundId)),
}

export const applyServicePauseTask: Task<'apply_service_pause'> = {
  kind: 'apply_service_pause',
  tries: 20,
  inTransaction: (app, db, { customerId }) => applyServicePause(app, db, customerId),
}
