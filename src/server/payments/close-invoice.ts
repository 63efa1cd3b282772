/** An invoice of which nothing is open any more: its bill is paid, with what follows from that, as for any other. */
import type { ChargebackId, PaymentId } from '#domain/ids.ts'
import { invoicePartReturned } from '#domain/ledger/invoices.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { earnCustomerCommission } from '../commissions/earn-commission.ts'
import {
  restoreCommissions,
  reverseChargedBack,
  reverseCustomerCommission,
} from '../commissions/reverse-commission.ts'
import type { Db } from '../db/client.ts'
import { addToInvoice, findInvoice, type InvoiceRow, lockInvoice } from '../invoices/invoice-queries.ts'
import { notifyOfReturn } from '../invoices/notify-of-return.ts'
import { findPart, markReturned } from '../invoices/receipt-queries.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { enqueue } from '../tasks/queue.ts'
import {
  bookedBackCents,
  listReturnsOf,
  lockPayment,
  markInvoiced,
  markPaid,
  releaseEarnings,
} from './payment-queries.ts'

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

/**
 * A bank took a debit back that had paid a part of it: it is open by that again, and its bill is not paid. Tells its
 * customer, accounts payable and the operators. The sponsor earns on it when it is paid again.
 */
export async function reopenInvoice(
  db: Db,
  partPaymentId: PaymentId,
  { chargebackId, failure, now }: { chargebackId: ChargebackId; failure: string; now: Instant },
): Promise<void> {
  const part = (await findPart(db, partPaymentId))!
  if (part.state !== 'received') return
  const { payment_id: billId } = (await findInvoice(db, part.invoice_id))!
  const bill = (await lockPayment(db, billId))!
  const invoice = (await lockInvoice(db, part.invoice_id))!
  const amountCents = cents(part.amount_cents)
  const takenCents = cents(Math.min(amountCents, invoice.paid_cents))
  await markReturned(db, part.id, failure)
  await postJournal(db, {
    ...invoicePartReturned({
      receiptId: part.id,
      customerId: invoice.customer_id,
      amountCents,
      takenCents,
    }),
    kind: 'invoice_returned',
    at: now,
    subjectId: billId,
  })
  await addToInvoice(db, invoice, { paidCents: cents(-takenCents) }, now)
  if (bill.state === 'paid') {
    await markInvoiced(db, billId)
    await reverseChargedBack(db, {
      paymentId: billId,
      becauseId: chargebackId,
      amountCents: takenCents,
      now,
    })
  }
  await notifyOfReturn(db, part, now)
}
