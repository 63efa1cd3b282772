/** A bank took a debit back that had paid a part of an invoice: it is open by that again, and its bill is not paid. */
import type { ChargebackId, PaymentId } from '#domain/ids.ts'
import { invoicePartReturned } from '#domain/ledger/invoices.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { reverseChargedBack } from '../commissions/reverse-commission.ts'
import type { Db } from '../db/client.ts'
import { addToInvoice, findInvoice, lockInvoice } from '../invoices/invoice-queries.ts'
import { notifyOfReturn } from '../invoices/notify-of-return.ts'
import { findPart, markReturned } from '../invoices/receipt-queries.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockPayment, markInvoiced } from './payment-queries.ts'

/** Tells its customer, accounts payable and the operators. The sponsor earns on it when it is paid again. */
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
