/**
 * What is given back of an invoice, as a credit note with a number of its own: off what is open, then to the cards and
 * bank accounts that paid it, the rest as credit.
 */
import { paperNumberOf } from '#domain/billing/invoices.ts'
import type { RefundId } from '#domain/ids.ts'
import { addCents, type Cents } from '#domain/money.ts'
import { dateAt, type Instant, yearOf } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { insertCreditNote } from './credit-note-queries.ts'
import { addToInvoice, type InvoiceRow, takeNumbers } from './invoice-queries.ts'

/** The invoice is locked. Answers it as it stands then. The caller has booked the refund, if there is one. */
export async function giveCreditNote(
  db: Db,
  invoice: InvoiceRow,
  note: {
    /** Null where the invoice is replaced by another. */
    readonly refundId: RefundId | null
    readonly offCents: Cents
    readonly creditCents: Cents
    readonly backCents: Cents
    readonly reason: string
    readonly now: Instant
  },
): Promise<{ readonly invoice: InvoiceRow; readonly number: string }> {
  const { now } = note
  const marketId = invoice.market_id
  const issuedOn = dateAt(now, await marketZone(db, { marketId }))
  const year = yearOf(issuedOn)
  const number = await takeNumbers(db, 'credit_note', { marketId, year, count: 1 })
  await insertCreditNote(db, {
    invoice_id: invoice.id,
    market_id: marketId,
    year,
    number,
    issued_on: issuedOn,
    refund_id: note.refundId,
    amount_cents: addCents(note.offCents, note.creditCents, note.backCents),
    credit_cents: note.creditCents,
    back_cents: note.backCents,
    reason: note.reason,
    now,
  })
  const left =
    note.offCents === 0 ? invoice : await addToInvoice(db, invoice, { creditedCents: note.offCents }, now)
  return { invoice: left, number: paperNumberOf('credit_note', { marketId, year, number }) }
}
