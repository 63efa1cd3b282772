/** What is given back of an invoice goes off what is open on it; what was paid already becomes credit. No bank is asked. */
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { giveCreditNote } from '../invoices/give-credit-note.ts'
import { lockInvoiceOf } from '../invoices/invoice-queries.ts'
import { closeInvoice } from '../payments/close-invoice.ts'
import { enqueue } from '../tasks/queue.ts'
import type { RefundRow } from './refund-queries.ts'
import { bookRefund } from './settle-refund.ts'

/** The payment is locked. */
export async function bookCreditNote(app: App, trx: Db, refund: RefundRow): Promise<void> {
  const now = app.ports.clock.now()
  const invoice = (await lockInvoiceOf(trx, refund.payment_id))!
  await bookRefund(app, trx, refund, null)
  const left = await giveCreditNote(trx, invoice, {
    refundId: refund.id,
    offCents: cents(refund.amount_cents - refund.credit_cents),
    creditCents: cents(refund.credit_cents),
    reason: refund.reason,
    now,
  })
  await closeInvoice(trx, left.invoice, now)
  if (refund.credit_cents > 0) await enqueue(trx, 'use_credit', { customerId: refund.customer_id }, { now })
}
