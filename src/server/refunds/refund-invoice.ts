/**
 * What is given back of an invoice goes off what is open on it first. What was paid already goes back through the
 * charges that paid it, each by a refund of its own at the provider; what came by check or wire, or was given back
 * by a bank before, becomes credit. One credit note says all of it.
 */
import { type InvoiceShares, shareOfInvoice } from '#domain/billing/refund-invoice.ts'
import { spreadRefund } from '#domain/billing/refund-parts.ts'
import type { RefundId } from '#domain/ids.ts'
import { addCents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { giveCreditNote } from '../invoices/give-credit-note.ts'
import { type InvoiceRow, openOf } from '../invoices/invoice-queries.ts'
import { closeInvoice } from '../payments/close-invoice.ts'
import { enqueue } from '../tasks/queue.ts'
import { type PaidPart, partsToRefund, wentBackCents } from './part-queries.ts'
import { findRefund, insertRefund } from './refund-queries.ts'
import { bookRefund } from './settle-refund.ts'
import { insertRefundParts, thingsOfPayment, thingsOfVisit } from './thing-queries.ts'

type InvoiceRefund = Pick<
  Parameters<typeof insertRefund>[1],
  'paymentId' | 'visitId' | 'amountCents' | 'reason' | 'clawsBackCrewPay' | 'now'
>

/** The bill and its invoice are locked, and the amount is within what is left of it. Answers the first refund. */
export async function refundInvoice(
  app: App,
  trx: Db,
  invoice: InvoiceRow,
  { throughPart, ...refund }: InvoiceRefund & { readonly throughPart?: PaidPart | undefined },
): Promise<RefundId> {
  const { paymentId, now } = refund
  const parts = throughPart === undefined ? await partsToRefund(trx, invoice.id) : [throughPart]
  const shares = shareOfInvoice(refund.amountCents, {
    openCents: throughPart === undefined ? openOf(invoice) : ZERO_CENTS,
    paidCents: cents(invoice.paid_cents - (await wentBackCents(trx, paymentId))),
    parts: parts.map(({ leftCents }) => leftCents),
  })
  const leadingId = await reserve(trx, refund, { parts, shares })
  const left = await giveCreditNote(trx, invoice, {
    refundId: leadingId,
    offCents: shares.offCents,
    creditCents: shares.creditCents,
    backCents: addCents(ZERO_CENTS, ...shares.backCents),
    reason: refund.reason,
    now,
  })
  if (addCents(shares.offCents, shares.creditCents) > 0)
    await bookRefund(app, trx, (await findRefund(trx, leadingId))!, null)
  await closeInvoice(trx, left.invoice, now)
  if (shares.creditCents > 0) await enqueue(trx, 'use_credit', { customerId: invoice.customer_id }, { now })
  return leadingId
}

/** What no bank is asked for is one refund and the first; each charge that pays a share back has its own. */
async function reserve(
  trx: Db,
  refund: InvoiceRefund,
  { parts, shares }: { parts: readonly PaidPart[]; shares: InvoiceShares },
): Promise<RefundId> {
  const { offCents, creditCents, backCents } = shares
  const rows = [
    { amountCents: addCents(offCents, creditCents), creditCents, throughPaymentId: null },
    ...parts.map(({ paymentId }, index) => ({
      amountCents: backCents[index]!,
      creditCents: ZERO_CENTS,
      throughPaymentId: paymentId,
    })),
  ].filter((row) => row.amountCents > 0)
  let leadingId: RefundId | null = null
  for (const row of rows) {
    const refundId: RefundId = await insertShare(trx, { ...refund, ...row, leadingId })
    leadingId ??= refundId
    if (row.throughPaymentId !== null) await ask(trx, refundId, refund.now)
  }
  return leadingId!
}

/** Its part of each visit's tax and pay, by what earlier ones have left. */
export async function insertShare(
  trx: Db,
  share: InvoiceRefund & Parameters<typeof insertRefund>[1],
): Promise<RefundId> {
  const { paymentId, visitId, amountCents, clawsBackCrewPay, now } = share
  const things = visitId === null ? await thingsOfPayment(trx, paymentId) : await thingsOfVisit(trx, visitId)
  const refundId = await insertRefund(trx, share)
  const parts = spreadRefund(things, amountCents, { clawsBackCrewPay })
  await insertRefundParts(trx, { because: { refundId }, paymentId, things, parts, now })
  return refundId
}

export function ask(trx: Db, refundId: RefundId, now: Instant): Promise<void> {
  return enqueue(trx, 'send_refund', { refundId }, { now, dedupeKey: refundId })
}
