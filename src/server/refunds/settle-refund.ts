/** Books what the provider says of a refund: once, under the payment's lock, also where it changes its mind. */
import type { RefundId } from '#domain/ids.ts'
import { type RefundEvent, refunded, refundFailed } from '#domain/ledger/refunds.ts'
import { addCents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import {
  restoreCommissions,
  reverseCrewCommissions,
  reverseCustomerCommission,
} from '../commissions/reverse-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { insertTaxBack, marketOfCustomer } from '../ledger/tax-queries.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { Refund } from '../ports/payments/port.ts'
import { notifyOfFailedRefund } from './notify-of-refund.ts'
import {
  bookedCents,
  findRefund,
  insertClawbacks,
  lockRefund,
  type RefundRow,
  saveAnswer,
  saveRefundedCents,
} from './refund-queries.ts'
import { partsOfRefund, type RefundPart, undoRefundParts } from './thing-queries.ts'

export function settleRefund(
  app: App,
  refundId: RefundId,
  answer: Refund | { readonly refused: string },
): Promise<void> {
  return inTransaction(app.db, (trx) => settle(app, trx, refundId, answer), {
    isolation: 'read committed',
    isStep: false,
  })
}

async function settle(
  app: App,
  trx: Db,
  refundId: RefundId,
  answer: Refund | { readonly refused: string },
): Promise<void> {
  const { payment_id } = (await findRefund(trx, refundId))!
  await lockPayment(trx, payment_id)
  const refund = await lockRefund(trx, refundId)
  if ('refused' in answer) {
    if (refund.state === 'pending')
      await failRefund(app, trx, refund, { failure: answer.refused, refundId: null })
    return
  }
  if (answer.amountCents !== refund.amount_cents - refund.credit_cents)
    throw new ProviderFailure(
      'contract',
      `the provider gave back ${answer.amountCents} cents for ${refundId}`,
    )
  switch (answer.state) {
    case 'pending':
      if (refund.state === 'pending') await saveAnswer(trx, refundId, answer, app.ports.clock.now())
      return
    case 'succeeded':
      if (refund.state === 'pending') await bookRefund(app, trx, refund, answer.refundId)
      return
    case 'failed':
      if (refund.state !== 'failed')
        await failRefund(app, trx, refund, {
          failure: answer.failure ?? 'unknown',
          refundId: answer.refundId,
        })
      return
    default:
      throw new ProviderFailure('contract', `the provider says '${String(answer.state)}' of a refund`)
  }
}

/** `providerRefundId` is null where all of it became credit. The payment is locked. */
export async function bookRefund(
  app: App,
  trx: Db,
  refund: RefundRow,
  providerRefundId: string | null,
): Promise<void> {
  const now = app.ports.clock.now()
  const refundId = refund.id
  const before = await bookedCents(trx, refund.payment_id, refundId)
  await saveAnswer(trx, refundId, { state: 'succeeded', failure: null, refundId: providerRefundId }, now)
  const parts = await partsOfRefund(trx, refundId)
  const journal = refunded(await eventOf(trx, refund, parts))
  await postJournal(trx, { ...journal, kind: 'refunded', at: now, subjectId: refundId })
  await insertTaxBack(trx, { because: { refundId }, journalKey: journal.key, at: now })
  await insertClawbacks(trx, clawbacksOf(parts), now)
  await reverseCustomerCommission(trx, {
    paymentId: refund.payment_id,
    becauseId: refundId,
    paidCents: cents(refund.total_cents + refund.paid_by_credit_cents),
    refundedBeforeCents: before,
    refundedAfterCents: addCents(before, cents(refund.amount_cents)),
    now,
  })
  await reverseCrewCommissions(trx, { because: { refundId }, becauseId: refundId, now })
}

/** Nobody got or lost anything; the customer and the operators hear of it. */
async function failRefund(
  app: App,
  trx: Db,
  refund: RefundRow,
  { failure, refundId }: { failure: string; refundId: string | null },
): Promise<void> {
  const now = app.ports.clock.now()
  const parts = await partsOfRefund(trx, refund.id)
  await saveAnswer(trx, refund.id, { state: 'failed', failure, refundId }, now)
  if (refund.state === 'succeeded') {
    const journal = refundFailed(await eventOf(trx, refund, parts))
    await postJournal(trx, { ...journal, kind: 'refund_failed', at: now, subjectId: refund.id })
    const because = { refundId: refund.id }
    await insertTaxBack(trx, { because, journalKey: journal.key, at: now, isUndone: true })
    const restored = clawbacksOf(parts).map((clawback) => ({
      ...clawback,
      amountCents: cents(-clawback.amountCents),
    }))
    await insertClawbacks(trx, restored, now)
    await restoreCommissions(trx, { paymentId: refund.payment_id, becauseId: refund.id }, now)
  }
  await undoRefundParts(trx, refund.id, now)
  await saveRefundedCents(trx, refund.payment_id)
  await notifyOfFailedRefund(app, trx, refund, now)
}

async function eventOf(db: Db, refund: RefundRow, parts: readonly RefundPart[]): Promise<RefundEvent> {
  return {
    refundId: refund.id,
    customerId: refund.customer_id,
    marketId: await marketOfCustomer(db, refund.customer_id),
    amountCents: cents(refund.amount_cents),
    creditCents: cents(refund.credit_cents),
    goesOff: refund.kind === 'invoice' && refund.through_payment_id === null ? 'invoice' : 'card',
    taxCents: addCents(ZERO_CENTS, ...parts.map((part) => cents(part.tax_cents))),
    crewClawbacks: clawbacksOf(parts),
  }
}

function clawbacksOf(parts: readonly RefundPart[]) {
  return parts.flatMap(({ crew_id: crewId, visit_id: visitId, crew_cents: amount }) =>
    crewId === null || amount === 0 ? [] : [{ crewId, visitId, amountCents: cents(amount) }],
  )
}
