/**
 * Money back to a customer. The amount is reserved under the payment's lock first, with what it takes back of each
 * crew, so that refunds racing over the rest never refund more than was paid nor take more than was earned; the
 * provider is asked outside (`send-refund.ts`); what it answers is booked once (`settle-refund.ts`).
 */

import { creditPartOf, leftOf } from '#domain/billing/refund-parts.ts'
import { decideRefund } from '#domain/billing/refunds.ts'
import type { PaymentId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { lockInvoiceOf } from '../invoices/invoice-queries.ts'
import { type LockedPayment, lockPayment } from '../payments/payment-queries.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { checkAlone } from './check-alone.ts'
import {
  chargedBackCents,
  findInvoiceOfPart,
  listDecidedTogether,
  type PaidPart,
  partsToRefund,
} from './part-queries.ts'
import { ask, insertShare, refundInvoice } from './refund-invoice.ts'
import { findRefund, isOfMarket, liveRefunds, saveRefundedCents } from './refund-queries.ts'
import { sendRefund } from './send-refund.ts'
import { bookRefund } from './settle-refund.ts'
import { thingsOfPayment, thingsOfVisit } from './thing-queries.ts'

export type RefundInput = {
  readonly paymentId: PaymentId
  readonly amountCents?: number | undefined
  readonly reason: string
  readonly clawsBackCrewPay: boolean
  /** For the work of one visit alone. */
  readonly visitId?: VisitId
}

/** Of an invoice: all of it goes back through this one charge that paid a part. */
type ThroughPart = { readonly throughPart?: PaidPart }

export type RefundResult = {
  readonly refundId: RefundId
  readonly state: 'pending' | 'succeeded' | 'failed'
  readonly amountCents: Cents
  /** Of the amount, what became credit again because credit had paid it. */
  readonly creditCents: Cents
  /** Of the whole payment, with this refund. */
  readonly refundedCents: Cents
}

export async function refundPayment(
  app: App,
  scope: OperatorScope,
  input: RefundInput,
): Promise<RefundResult> {
  const refundId = await inTransaction(
    app.db,
    async (trx) => {
      const reserved = await refundByHand(app, trx, scope, input)
      await checkAlone(trx, scope, reserved.customerId, app.ports.clock.now())
      return reserved.refundId
    },
    { isolation: 'read committed' },
  )
  await sendRefundNow(app, refundId)
  return readRefundResult(app.db, refundId)
}

/** What an operator asks for, alone or with a second person; whoever calls says which of both. */
export async function refundByHand(
  app: App,
  trx: Db,
  scope: OperatorScope,
  input: RefundInput,
): Promise<{ refundId: RefundId; customerId: UserId }> {
  if (!(await isOfMarket(trx, input, scope.marketId))) throw new Refused('not_found')
  const refundId = await reserveRefund(app, trx, scope.userId, input)
  return { refundId, customerId: (await findRefund(trx, refundId))!.customer_id }
}

/** After the transaction. The task that was enqueued with the reservation asks again where the provider is away. */
export async function sendRefundNow(app: App, refundId: RefundId): Promise<void> {
  for (const { id } of await listDecidedTogether(app.db, refundId))
    try {
      await sendRefund(app, id)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
}

/** Holds the amount and leaves the rest to the task. `actorId` is null where nobody decided but a rule. */
export async function reserveRefund(
  app: App,
  trx: Db,
  actorId: UserId | null,
  input: RefundInput & ThroughPart,
): Promise<RefundId> {
  const { paymentId, reason, clawsBackCrewPay, visitId = null, throughPart } = input
  const now = app.ports.clock.now()
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined) throw new Refused('not_found')
  // What was invoiced is given back of the invoice, paid or not: by a credit note.
  const invoice = payment.kind === 'invoice' ? await lockInvoiceOf(trx, paymentId) : undefined
  const { live, amountCents } = await takeOfRest(trx, payment, visitId, input.amountCents ?? 'rest')
  const asked = { paymentId, visitId, amountCents, reason, clawsBackCrewPay, now }
  const refundId =
    invoice === undefined
      ? await insertShare(trx, { ...asked, creditCents: creditPartOf(paidBy(payment), live, amountCents) })
      : await refundInvoice(app, trx, invoice, { ...asked, throughPart })
  await saveRefundedCents(trx, paymentId)
  await recordAudit(trx, {
    at: now,
    actorId,
    concerns: payment.customer_id,
    action: 'refund_payment',
    subject: paymentId,
    detail: { refundId, amountCents, reason, clawsBackCrewPay },
  })
  if (invoice === undefined) await bookOrAsk(app, trx, refundId)
  return refundId
}

/**
 * What one charge paid of an invoice goes back through that charge, as where its bank warns of a fraud: by a credit note
 * over the invoice, whatever else of it is open. Other payments go back as they are.
 */
export async function reserveRefundOfCharge(
  app: App,
  trx: Db,
  actorId: UserId | null,
  input: Omit<RefundInput, 'amountCents' | 'visitId'>,
): Promise<RefundId> {
  const invoice = await findInvoiceOfPart(trx, input.paymentId)
  if (invoice === undefined) return reserveRefund(app, trx, actorId, input)
  await lockPayment(trx, invoice.payment_id)
  const parts = await partsToRefund(trx, invoice.id)
  const throughPart = parts.find((part) => part.paymentId === input.paymentId)
  const amountCents = throughPart?.leftCents ?? ZERO_CENTS
  if (throughPart === undefined || amountCents === 0) throw new Refused('refund_above_paid')
  return reserveRefund(app, trx, actorId, {
    ...input,
    paymentId: invoice.payment_id,
    amountCents,
    throughPart,
  })
}

function paidBy({ total_cents, credit_cents }: LockedPayment) {
  return { cardCents: cents(total_cents), creditCents: cents(credit_cents) }
}

/**
 * An amount out of what neither refunds nor the cardholder's bank have given back yet, of the payment or of one visit on
 * it. Refuses more than that.
 */
export async function takeOfRest(
  trx: Db,
  payment: LockedPayment,
  visitId: VisitId | null,
  wanted: number | 'rest',
) {
  const canBeRefunded = payment.state === 'paid' || payment.state === 'invoiced'
  const paidCents = cents(canBeRefunded ? payment.total_cents + payment.credit_cents : 0)
  const live = await liveRefunds(trx, payment.id)
  const chargedBack = await chargedBackCents(trx, payment.id)
  const things = visitId === null ? await thingsOfPayment(trx, payment.id) : await thingsOfVisit(trx, visitId)
  const left = Math.max(0, Math.min(paidCents - live.amountCents - chargedBack, leftOf(things)))
  if (chargedBack > 0 && (left === 0 || (wanted !== 'rest' && wanted > left)))
    throw new Refused('payment_charged_back')
  const { amountCents } = unlessRefused(
    decideRefund({ paidCents, refundedCents: cents(paidCents - left) }, wanted),
  )
  return { things, live, amountCents }
}

/** What no card paid is credit again at once. */
async function bookOrAsk(app: App, trx: Db, refundId: RefundId): Promise<void> {
  const refund = (await findRefund(trx, refundId))!
  if (refund.amount_cents === refund.credit_cents) await bookRefund(app, trx, refund, null)
  else await ask(trx, refundId, app.ports.clock.now())
}

export async function readRefundResult(db: Db, refundId: RefundId): Promise<RefundResult> {
  const row = (await findRefund(db, refundId))!
  const together = await listDecidedTogether(db, refundId)
  const states = new Set(together.map(({ state }) => state))
  return {
    refundId,
    state: states.has('failed') ? 'failed' : states.has('pending') ? 'pending' : 'succeeded',
    amountCents: addCents(ZERO_CENTS, ...together.map((each) => cents(each.amount_cents))),
    creditCents: addCents(ZERO_CENTS, ...together.map((each) => cents(each.credit_cents))),
    refundedCents: cents(row.refunded_cents),
  }
}
