/** An invoice of which nothing is open any more: its bill is paid, with what follows from that, as for any other. */
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { earnCustomerCommission } from '../commissions/earn-commission.ts'
import { restoreCommissions, reverseCustomerCommission } from '../commissions/reverse-commission.ts'
import type { Db } from '../db/client.ts'
import type { InvoiceRow } from '../invoices/invoice-queries.ts'
import { enqueue } from '../tasks/queue.ts'
import { bookedBackCents, lockPayment, markPaid, releaseEarnings } from './payment-queries.ts'
import { listReturnsOf } from './return-queries.ts'

/** Does nothing where something is open. The invoice is locked. */
export async function closeInvoice(db: Db, invoice: InvoiceRow, now: Instant): Promise<void> {
  if (invoice.closed_at === null) return
  const { payment_id: paymentId, customer_id: customerId } = invoice
  await enqueue(db, 'apply_service_pause', { customerId }, { now, dedupeKey: `${paymentId}:false` })
  const payment = (await lockPayment(db, paymentId))!
  // What was credited whole was never paid.
  if (invoice.paid_cents === 0 || payment.state !== 'invoiced') return
  await markPaid(db, paymentId, { charge: null, now })
  await releaseEarnings(db, paymentId, now)
  await earnCustomerCommission(db, { paymentId, customerId, now })
  for (const { id: becauseId } of await listReturnsOf(db, invoice.id))
    await restoreCommissions(db, { paymentId, becauseId }, now)
  const paidCents = cents(payment.total_cents + payment.credit_cents)
  // What is on its way back is taken of sponsors when it has arrived.
  const refundedAfterCents = await bookedBackCents(db, paymentId)
  if (refundedAfterCents > 0)
    await reverseCustomerCommission(db, {
      paymentId,
      becauseId: invoice.id,
      paidCents,
      refundedBeforeCents: cents(0),
      refundedAfterCents,
      now,
    })
}
