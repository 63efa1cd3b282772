/**
 * Takes an invoice back. For good: all of it is given back by a credit note. For another in its place: the credit note
 * ends the old number, and the same bill gets a new one, with the name, address and order number that hold by now.
 */

import { paperNumberOf } from '#domain/billing/invoices.ts'
import { dueOn } from '#domain/billing/terms.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import { dateAt, daysBetween, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { creditNotesOf } from '../invoices/credit-note-queries.ts'
import { giveCreditNote } from '../invoices/give-credit-note.ts'
import {
  type InvoiceRow,
  insertInvoices,
  markReplaced,
  markVoid,
  openOf,
} from '../invoices/invoice-queries.ts'
import { mailInvoice } from '../invoices/make-invoices.ts'
import { processingCents } from '../invoices/receipt-queries.ts'
import { termsOf } from '../invoices/terms-queries.ts'
import { marketZone } from '../market-zone.ts'
import { reserveRefund } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockInMarket } from './record-payment.ts'

type Removed = { readonly creditNoteNumber: string; readonly replacedBy: InvoiceId | null }

export async function removeInvoice(
  app: App,
  scope: OperatorScope,
  input: { readonly invoiceId: InvoiceId; readonly reason: string; readonly isReplaced: boolean },
): Promise<Removed> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      const invoice = await lockInMarket(trx, scope, input.invoiceId)
      if (openOf(invoice) === 0) throw new Refused('invoice_closed')
      const isTouched = invoice.paid_cents > 0 || (await processingCents(trx, invoice.id)) > 0
      // What was credited in part stands on the old bill: another over the whole would ask for too much.
      if (isTouched || (input.isReplaced && invoice.credited_cents > 0))
        throw new Refused('invoice_has_payments')
      const removed = input.isReplaced
        ? await replace(trx, invoice, { reason: input.reason, now })
        : await giveUp(app, trx, scope, { invoice, reason: input.reason, now })
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'void_invoice',
        subject: invoice.id,
        detail: { ...removed, reason: input.reason },
      })
      return removed
    },
    { isolation: 'read committed' },
  )
}

async function giveUp(
  app: App,
  trx: Db,
  scope: OperatorScope,
  { invoice, reason, now }: { invoice: InvoiceRow; reason: string; now: Instant },
): Promise<Removed> {
  await reserveRefund(app, trx, scope.userId, {
    paymentId: invoice.payment_id,
    amountCents: openOf(invoice),
    reason,
    clawsBackCrewPay: false,
  })
  await markVoid(trx, invoice.id, now)
  await mailInvoice(trx, invoice.id, { about: 'voided', now })
  const note = (await creditNotesOf(trx, invoice.id)).at(-1)!
  return { creditNoteNumber: paperNumberOf('credit_note', note), replacedBy: null }
}

async function replace(
  trx: Db,
  invoice: InvoiceRow,
  { reason, now }: { reason: string; now: Instant },
): Promise<Removed> {
  const note = await giveCreditNote(trx, invoice, {
    refundId: null,
    offCents: openOf(invoice),
    creditCents: ZERO_CENTS,
    backCents: ZERO_CENTS,
    reason,
    now,
  })
  await markVoid(trx, invoice.id, now)
  const terms = (await termsOf(trx, [invoice.customer_id])).get(invoice.customer_id)
  const issuedOn = dateAt(now, await marketZone(trx, { marketId: invoice.market_id }))
  const netDays = terms?.netDays ?? daysBetween(invoice.issued_on, invoice.due_on)
  const papers = terms ?? {
    companyName: invoice.company_name,
    billingAddress: invoice.billing_address,
    taxNumber: invoice.tax_number,
    poNumber: invoice.po_number,
    copiesTo: invoice.copies_to,
  }
  const [newer] = await insertInvoices(
    trx,
    invoice.market_id,
    [
      {
        ...papers,
        paymentId: invoice.payment_id,
        customerId: invoice.customer_id,
        issuedOn,
        dueOn: dueOn(issuedOn, netDays),
        totalCents: invoice.total_cents,
      },
    ],
    now,
  )
  await markReplaced(trx, invoice.id, newer!.id)
  await mailInvoice(trx, newer!.id, { about: 'issued', now })
  return { creditNoteNumber: note.number, replacedBy: newer!.id }
}
