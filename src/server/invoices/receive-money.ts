/** Money that came for an invoice is taken off it, once; what came beyond what was open is the customer's credit. */
import type { InvoiceReceiptId, PaymentId } from '#domain/ids.ts'
import { invoicePaidByHand, invoicePartPaid } from '#domain/ledger/invoices.ts'
import { type Cents, cents } from '#domain/money.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { marketZone } from '../market-zone.ts'
import { addToInvoice, type InvoiceRow, lockInvoice, openOf } from './invoice-queries.ts'
import { mailInvoice } from './make-invoices.ts'
import { notifyOfReturn } from './notify-of-return.ts'
import { findPart, markFailed, markReceived } from './receipt-queries.ts'

/** The charge of a part succeeded; its payment is locked. Answers the invoice as it stands then. */
export async function receivePart(db: Db, partPaymentId: PaymentId, now: Instant): Promise<InvoiceRow> {
  const part = (await findPart(db, partPaymentId))!
  const invoice = (await lockInvoice(db, part.invoice_id))!
  if (part.state === 'received') return invoice
  await markReceived(db, part.id, dateAt(now, await marketZone(db, { marketId: invoice.market_id })))
  return take(db, invoice, {
    receiptId: part.id,
    amountCents: cents(part.amount_cents),
    isByHand: false,
    now,
  })
}

/** A check or a wire that was just written down; the invoice is locked. */
export function receiveByHand(
  db: Db,
  invoice: InvoiceRow,
  receipt: { readonly receiptId: InvoiceReceiptId; readonly amountCents: Cents; readonly now: Instant },
): Promise<InvoiceRow> {
  return take(db, invoice, { ...receipt, isByHand: true })
}

/** A card said no, or a bank returned a debit days later: the invoice is open as before, and nobody is dunned. */
export async function failPart(
  db: Db,
  partPaymentId: PaymentId,
  { failure, now }: { failure: string; now: Instant },
): Promise<void> {
  const part = (await findPart(db, partPaymentId))!
  if (part.state !== 'asked') return
  await markFailed(db, part.id, failure)
  if (part.way === 'bank_account') await notifyOfReturn(db, part, now)
}

async function take(
  db: Db,
  invoice: InvoiceRow,
  receipt: { receiptId: InvoiceReceiptId; amountCents: Cents; isByHand: boolean; now: Instant },
): Promise<InvoiceRow> {
  const { receiptId, amountCents, now } = receipt
  const takenCents = cents(Math.min(amountCents, openOf(invoice)))
  const book = receipt.isByHand ? invoicePaidByHand : invoicePartPaid
  await postJournal(db, {
    ...book({ receiptId, customerId: invoice.customer_id, amountCents, takenCents }),
    kind: 'invoice_paid',
    at: now,
    subjectId: invoice.payment_id,
  })
  const left = takenCents === 0 ? invoice : await addToInvoice(db, invoice, { paidCents: takenCents }, now)
  await mailInvoice(db, left.id, { about: 'received', now })
  return left
}
