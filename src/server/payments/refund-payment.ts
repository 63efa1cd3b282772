/**
 * Money back to a customer. The amount is reserved under the payment's lock first, so that refunds racing over the
 * rest never give back more than was paid; the provider is asked outside; what it answers is booked once, with the
 * shares of crews and sponsors taken back in proportion (field 22).
 */

import { decideRefund, proportionalReversal } from '#domain/billing/refunds.ts'
import type { PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { refunded } from '#domain/ledger/postings.ts'
import { type Cents, cents, subtractCents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { reverseCustomerCommission } from '../commissions/reverse-commission.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { ProviderUnavailable, type Refund } from '../ports/payments/port.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { type LockedPayment, lockPayment } from './locked-payment.ts'

export type RefundInput = {
  readonly paymentId: PaymentId
  readonly amountCents?: number | undefined
  readonly reason: string
  readonly clawsBackCrewPay: boolean
}

export type RefundResult = {
  readonly refundId: RefundId
  readonly state: 'pending' | 'succeeded' | 'failed'
  readonly amountCents: Cents
  /** Of the whole payment, with this refund. */
  readonly refundedCents: Cents
}

export async function refundPayment(
  app: App,
  scope: OperatorScope,
  input: RefundInput,
): Promise<RefundResult> {
  const refundId = await inTransaction(app.db, (trx) => reserveRefund(app, trx, scope.userId, input), {
    isolation: 'read committed',
  })
  try {
    await sendRefund(app, refundId)
  } catch (error) {
    // The task that was enqueued with the reservation asks again.
    if (!(error instanceof ProviderUnavailable)) throw error
  }
  return readResult(app.db, refundId)
}

/** Asks the provider and books its answer; doing it again changes nothing. */
export async function sendRefund(app: App, refundId: RefundId): Promise<void> {
  const row = await app.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .where('refund.id', '=', refundId)
    .select(['refund.state', 'refund.amount_cents', 'refund.payment_id', 'payment.provider_intent_id'])
    .executeTakeFirstOrThrow()
  if (row.state !== 'pending') return
  const answer = await app.ports.payments.refund({
    key: `refund:${refundId}`,
    intentId: row.provider_intent_id!,
    amountCents: cents(row.amount_cents),
  })
  if (answer.state === 'pending') throw new ProviderUnavailable('the refund is still under way')
  await inTransaction(app.db, (trx) => settleRefund(app, trx, refundId, row.payment_id, answer), {
    isolation: 'read committed',
    isStep: false,
  })
}

/** Holds the amount and leaves the rest to the task. `actorId` is null where nobody decided but a rule. */
export async function reserveRefund(
  app: App,
  trx: Db,
  actorId: UserId | null,
  { paymentId, amountCents, reason, clawsBackCrewPay }: RefundInput,
): Promise<RefundId> {
  const now = app.ports.clock.now()
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined) throw new Refused('not_found')
  const isPaid = payment.state === 'paid' && payment.provider_intent_id !== null
  const decided = unlessRefused(
    decideRefund(
      { paidCents: cents(isPaid ? payment.total_cents : 0), refundedCents: cents(payment.refunded_cents) },
      amountCents ?? 'rest',
    ),
  )
  await trx
    .updateTable('payment')
    .set({ refunded_cents: decided.refundedAfterCents })
    .where('id', '=', paymentId)
    .execute()
  const { id } = await trx
    .insertInto('refund')
    .values({
      payment_id: paymentId,
      amount_cents: decided.amountCents,
      reason,
      claws_back_crew_pay: clawsBackCrewPay,
      state: 'pending',
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(trx, {
    at: now,
    actorId: actorId,
    action: 'refund_payment',
    subject: paymentId,
    detail: { refundId: id, amountCents: decided.amountCents, reason, clawsBackCrewPay },
  })
  await enqueue(trx, 'send_refund', { refundId: id }, { now, dedupeKey: id })
  return id
}

async function settleRefund(
  app: App,
  trx: Db,
  refundId: RefundId,
  paymentId: PaymentId,
  answer: Refund,
): Promise<void> {
  const payment = (await lockPayment(trx, paymentId))!
  const refund = await trx
    .selectFrom('refund')
    .where('id', '=', refundId)
    .select(['state', 'amount_cents', 'claws_back_crew_pay'])
    .executeTakeFirstOrThrow()
  if (refund.state !== 'pending') return
  await trx
    .updateTable('refund')
    .set({ state: answer.state, provider_refund_id: answer.refundId })
    .where('id', '=', refundId)
    .execute()
  if (answer.state === 'failed') {
    await trx
      .updateTable('payment')
      .set({ refunded_cents: subtractCents(payment.refunded_cents, refund.amount_cents) })
      .where('id', '=', paymentId)
      .execute()
    return
  }
  const before = await bookedRefunds(trx, paymentId, refundId)
  await bookRefund(app, trx, payment, {
    refundId,
    amountCents: cents(refund.amount_cents),
    refundedBeforeCents: before,
    refundedAfterCents: cents(before + refund.amount_cents),
    clawsBackCrewPay: refund.claws_back_crew_pay,
  })
}

type BookedRefund = {
  readonly refundId: RefundId
  readonly amountCents: Cents
  readonly refundedBeforeCents: Cents
  readonly refundedAfterCents: Cents
  readonly clawsBackCrewPay: boolean
}

async function bookRefund(app: App, trx: Db, payment: LockedPayment, refund: BookedRefund): Promise<void> {
  const now = app.ports.clock.now()
  const paid = cents(payment.total_cents)
  const crewClawbacks = refund.clawsBackCrewPay ? await clawbacksOf(trx, payment, refund) : []
  await postJournal(trx, {
    ...refunded({
      refundId: refund.refundId,
      customerId: payment.customer_id,
      amountCents: refund.amountCents,
      taxCents: proportionalReversal(cents(payment.tax_cents), paid, refund),
      crewClawbacks,
      to: 'card',
    }),
    kind: 'refunded',
    at: now,
    subjectId: refund.refundId,
  })
  if (crewClawbacks.length > 0)
    await trx
      .insertInto('earning')
      .values(
        crewClawbacks.map(({ crewId, amountCents }) => ({
          crew_id: crewId,
          kind: 'clawback' as const,
          amount_cents: cents(-amountCents),
          earned_at: toTimestamp(now),
          available_at: toTimestamp(now),
        })),
      )
      .execute()
  await reverseCustomerCommission(trx, { paymentId: payment.id, paidCents: paid, now, ...refund })
}

/** What each crew earned for this payment's visits, in proportion to what is given back. */
async function clawbacksOf(
  trx: Db,
  payment: LockedPayment,
  refund: BookedRefund,
): Promise<{ crewId: UserId; amountCents: Cents }[]> {
  const rows = await trx
    .selectFrom('payment_line')
    .innerJoin('earning', 'earning.visit_id', 'payment_line.visit_id')
    .where('payment_line.payment_id', '=', payment.id)
    .where('earning.kind', '=', 'visit')
    .groupBy('earning.crew_id')
    .orderBy('earning.crew_id')
    .select((eb) => ['earning.crew_id', eb.fn.sum<string>('earning.amount_cents').as('earned')])
    .execute()
  return rows
    .map((row) => ({
      crewId: row.crew_id,
      amountCents: proportionalReversal(cents(Number(row.earned)), cents(payment.total_cents), refund),
    }))
    .filter((clawback) => clawback.amountCents > 0)
}

async function bookedRefunds(trx: Db, paymentId: PaymentId, exceptId: RefundId): Promise<Cents> {
  const row = await trx
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .where('id', '<>', exceptId)
    .select((eb) => eb.fn.sum<string | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return cents(Number(row.total ?? 0))
}

async function readResult(db: Db, refundId: RefundId): Promise<RefundResult> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .where('refund.id', '=', refundId)
    .select(['refund.state', 'refund.amount_cents', 'payment.refunded_cents'])
    .executeTakeFirstOrThrow()
  return {
    refundId,
    state: row.state,
    amountCents: cents(row.amount_cents),
    refundedCents: cents(row.refunded_cents),
  }
}
