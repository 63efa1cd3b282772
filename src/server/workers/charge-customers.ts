/** Background work on what customers pay: billing, charging, refunding, pausing who does not pay. */
import { dueBillingRun } from '#domain/billing/period.ts'
import { monthBefore } from '#domain/billing/terms.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import { endApproval } from '../approvals/end-approval.ts'
import { billBatch } from '../billing/bill-week.ts'
import { remindOfInvoices } from '../invoices/remind-of-invoices.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { applyServicePause } from '../jobs/apply-service-pause.ts'
import { marketZone } from '../market-zone.ts'
import { chargePayment } from '../payments/charge-payment.ts'
import { useCredit } from '../payments/use-credit.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { planPlacesOf } from '../turnovers/plan-place.ts'
import { askProvider } from './ask-provider.ts'
import { dueRetries, unanswered, unansweredRefunds, unasked } from './queries.ts'

/** One batch of customers; the next batch is another task, made in the same transaction. */
export const billWeek: Task<'bill_week'> = {
  kind: 'bill_week',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCustomerId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const run = dueBillingRun(at, zone, await settingsTimeline(db, marketId))
    const market = { marketId, zone, run, period: 'weekly' as const }
    const { lastCustomerId } = await billBatch(db, { ...market, after: afterCustomerId, now })
    if (lastCustomerId !== null)
      await enqueue(db, 'bill_week', { marketId, at, afterCustomerId: lastCustomerId }, { now })
  },
}

/** The month before, for customers who pay by the month; on any day but the first nothing is left of it to bill. */
export const billMonth: Task<'bill_month'> = {
  kind: 'bill_month',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCustomerId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const market = { marketId, zone, run: monthBefore(now, zone), period: 'monthly' as const }
    const { lastCustomerId } = await billBatch(db, { ...market, after: afterCustomerId, now })
    if (lastCustomerId !== null)
      await enqueue(db, 'bill_month', { marketId, at, afterCustomerId: lastCustomerId }, { now })
  },
}

/** `retry_payments` asks again, under the same key, where the provider did not answer; a decline is an answer. */
export const chargePaymentTask: Task<'charge_payment'> = {
  kind: 'charge_payment',
  tries: 12,
  outside: (app, { paymentId, isRetry }) =>
    askProvider(app, 'charge_payment', () => chargePayment(app, paymentId, { isRetry })),
}

/** `retry_payments` asks again, under the same key, where the provider did not answer. */
export const sendRefundTask: Task<'send_refund'> = {
  kind: 'send_refund',
  tries: 12,
  outside: (app, { refundId }) => askProvider(app, 'send_refund', () => sendRefund(app, refundId)),
}

export const mailInvoiceTask: Task<'mail_invoice'> = {
  kind: 'mail_invoice',
  tries: 20,
  inTransaction: sendInvoice,
}

/** A page of invoices; the next page is another task, made in the same transaction. */
export const remindOfInvoicesTask: Task<'remind_of_invoices'> = {
  kind: 'remind_of_invoices',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, after = null }) => {
    const last = await remindOfInvoices(app, db, { marketId, after })
    if (last !== null)
      await enqueue(db, 'remind_of_invoices', { marketId, at, after: last }, { now: app.ports.clock.now() })
  },
}

export const applyServicePauseTask: Task<'apply_service_pause'> = {
  kind: 'apply_service_pause',
  tries: 20,
  inTransaction: async (app, db, { customerId }) => {
    await applyServicePause(app, db, customerId)
    await planPlacesOf(app, db, customerId)
  },
}

/** Where nobody has approved it by then. */
export const endApprovalTask: Task<'end_approval'> = {
  kind: 'end_approval',
  tries: 20,
  inTransaction: (app, db, { approvalId }) => endApproval(app, db, approvalId),
}

/** Credit that came after bills were made pays them before any card does. */
export const useCreditTask: Task<'use_credit'> = {
  kind: 'use_credit',
  tries: 12,
  outside: (app, { customerId }) => useCredit(app, customerId),
}

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
    const refunds = await unansweredRefunds(db, marketId, lostBefore)
    await enqueueAll(db, [
      ...[...payments].map((paymentId) =>
        taskRow('charge_payment', { paymentId, isRetry: true }, { now, dedupeKey: paymentId }),
      ),
      ...refunds.map((refundId) => taskRow('send_refund', { refundId }, { now, dedupeKey: refundId })),
    ])
  },
}
