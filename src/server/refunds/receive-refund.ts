/** A refund that the provider reports: one of ours, or one that somebody made at the provider itself. */
import { leftOf, spreadRefund } from '#domain/billing/refund-parts.ts'
import { isId, type RefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import type { Refund } from '../ports/payments/port.ts'
import {
  findPaymentOf,
  findRefund,
  findRefundByProvider,
  insertProviderRefund,
  saveRefundedCents,
} from './refund-queries.ts'
import { settleRefund } from './settle-refund.ts'
import { refundTexts } from './texts.ts'
import { insertRefundParts, thingsOfPayment } from './thing-queries.ts'

/** What the provider says of it now. */
export async function receiveRefund(app: App, providerRefundId: string): Promise<void> {
  const refund = await app.ports.payments.readRefund(providerRefundId)
  if (refund === null) return
  const refundId = (await ours(app, refund)) ?? (await bookedFromProvider(app, refund))
  if (refundId !== undefined) await settleRefund(app, refundId, refund)
}

/** All of one charge. */
export async function receiveRefundsOf(app: App, intentId: string): Promise<void> {
  for (const { refundId } of await app.ports.payments.listRefunds(intentId))
    await receiveRefund(app, refundId)
}

async function ours(app: App, refund: Refund): Promise<RefundId | undefined> {
  const known = await findRefundByProvider(app.db, refund.refundId)
  if (known !== undefined) return known.id
  if (refund.reference === null || !isId<RefundId>(refund.reference)) return undefined
  return (await findRefund(app.db, refund.reference))?.id
}

/** Undefined where the charge is not ours. The crews bear nothing of it: nobody has decided that. */
async function bookedFromProvider(app: App, refund: Refund): Promise<RefundId | undefined> {
  const paymentId = await findPaymentOf(app.db, refund.intentId)
  if (paymentId === undefined) return undefined
  return inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const payment = await lockPayment(trx, paymentId)
      if (payment === undefined) return undefined
      const reason = refundTexts.en.madeAtProvider
      const refundId = await insertProviderRefund(trx, refund, { paymentId, reason, now })
      if (refundId === undefined) return (await findRefundByProvider(trx, refund.refundId))?.id
      const things = await thingsOfPayment(trx, paymentId)
      const amountCents = cents(Math.min(refund.amountCents, leftOf(things)))
      const parts = spreadRefund(things, amountCents, { clawsBackCrewPay: false })
      await insertRefundParts(trx, { because: { refundId }, paymentId, things, parts, now })
      await saveRefundedCents(trx, paymentId)
      await recordAudit(trx, {
        at: now,
        actorId: null,
        concerns: payment.customer_id,
        action: 'refund_from_provider',
        subject: paymentId,
        detail: { refundId, amountCents: refund.amountCents },
      })
      return refundId
    },
    { isolation: 'read committed', isStep: false },
  )
}
