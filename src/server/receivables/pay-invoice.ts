/**
 * Pays an invoice by a mailed link, by card or bank debit, wholly or in part. Each part is a payment of its own, made
 * once for one form of the provider's: whoever brings the form again hears how that payment stands.
 */
import { createHash } from 'node:crypto'
import { paperNumberOf } from '#domain/billing/invoices.ts'
import { decidePart } from '#domain/billing/pay-part.ts'
import type { InvoiceId, PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { attachCard } from '../cards/attach-card.ts'
import { openMethodForm } from '../cards/open-card-form.ts'
import { inTransaction } from '../db/client.ts'
import { findInvoice, type InvoiceRow, lockInvoice, openOf } from '../invoices/invoice-queries.ts'
import { findAsked, insertPart, processingCents } from '../invoices/receipt-queries.ts'
import { invoiceTexts } from '../invoices/texts.ts'
import { marketZone } from '../market-zone.ts'
import { type ChargeResult, chargePayment } from '../payments/charge-payment.ts'
import { lockPayment, readPayer } from '../payments/payment-queries.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import type { MethodSetup, NextAction, PaymentMethod } from '../ports/payments/port.ts'
import { Refused, unlessRefused } from '../refused.ts'
import { type ByLink, findLinkedInvoice } from './read-linked-invoice.ts'

export async function openInvoiceForm(app: App, { goId }: ByLink): Promise<MethodSetup | null> {
  const invoice = await findLinkedInvoice(app, goId)
  if (invoice.closed_at !== null) throw new Refused('not_found')
  return openMethodForm(app, {
    ...(await readPayer(app.db, invoice.customer_id)),
    userId: invoice.customer_id,
  })
}

export type PaidPart = {
  readonly state: 'paid' | 'processing' | 'declined' | 'requires_action'
  readonly declineCode: string | null
  readonly nextAction: NextAction | null
  readonly openCents: Cents
  readonly processingCents: Cents
}

export async function payInvoice(
  app: App,
  { goId, setupToken, amountCents }: ByLink & { readonly setupToken: string; readonly amountCents: number },
): Promise<PaidPart> {
  const linked = await findLinkedInvoice(app, goId)
  const askedAs = createHash('sha256').update(`${linked.id}:${setupToken}`).digest('base64url')
  const asked = await findAsked(app.db, askedAs)
  if (asked !== undefined) return chargePart(app, linked.id, asked.part_payment_id!)
  if (linked.closed_at !== null) throw new Refused('not_found')
  const holder = { ...(await readPayer(app.db, linked.customer_id)), userId: linked.customer_id }
  const attached = await attachCard(app, holder, setupToken)
  if ('nextAction' in attached)
    return stateOf(app, linked.id, {
      state: 'requires_action',
      declineCode: null,
      nextAction: attached.nextAction,
    })
  const partId = await inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      await lockPayment(trx, linked.payment_id)
      const invoice = (await lockInvoice(trx, linked.id))!
      const before = await findAsked(trx, askedAs)
      if (before !== undefined) return before.part_payment_id!
      const open = { openCents: openOf(invoice), processingCents: await processingCents(trx, invoice.id) }
      const part = unlessRefused(decidePart(amountCents, open, app.ports.payments.minimumChargeCents))
      const { method, customerId } = attached
      return insertPart(trx, invoice, {
        ...part,
        way: method.kind,
        providerCustomerId: customerId,
        methodId: method.methodId,
        methodName: nameOf(method),
        askedAs,
        description: invoiceTexts[holder.locale].lineOfPart(numberOf(invoice)),
        today: dateAt(now, await marketZone(trx, { marketId: invoice.market_id })),
        now,
      })
    },
    { isolation: 'read committed' },
  )
  return chargePart(app, linked.id, partId)
}

/** A provider that does not answer leaves it `processing`: the background work finds out. */
async function chargePart(app: App, invoiceId: InvoiceId, partId: PaymentId): Promise<PaidPart> {
  const result = await chargePayment(app, partId, { isRetry: false }).catch(
    (error: unknown): ChargeResult => {
      if (!isUnavailable(error)) throw error
      return { outcome: 'processing', nextAction: null }
    },
  )
  const payment = await app.db.transaction().execute((trx) => lockPayment(trx, partId))
  const isPaid = payment?.state === 'paid'
  const outcome = result.outcome === 'nothing_due' ? (isPaid ? 'paid' : 'declined') : result.outcome
  return stateOf(app, invoiceId, {
    state: outcome,
    declineCode: outcome === 'declined' ? 'card_declined' : null,
    nextAction: result.nextAction,
  })
}

async function stateOf(
  app: App,
  invoiceId: InvoiceId,
  paid: Pick<PaidPart, 'state' | 'declineCode' | 'nextAction'>,
): Promise<PaidPart> {
  const invoice = (await findInvoice(app.db, invoiceId))!
  return {
    ...paid,
    openCents: openOf(invoice),
    processingCents: await processingCents(app.db, invoiceId),
  }
}

function numberOf({ market_id: marketId, year, number }: InvoiceRow): string {
  return paperNumberOf('invoice', { marketId, year, number })
}

function nameOf({ brand, last4 }: PaymentMethod): string {
  return `${brand} ····${last4}`
}
