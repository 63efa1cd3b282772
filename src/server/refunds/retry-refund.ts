/** A refund that failed is given another way: to the card once more, or as credit, as the operator decides. */
import type { RefundId } from '#domain/ids.ts'
import { ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type LockedPayment, lockPayment } from '../payments/payment-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { saveRetried } from './part-queries.ts'
import { ask, insertShare } from './refund-invoice.ts'
import {
  type RefundResult,
  readRefundResult,
  reserveRefund,
  sendRefundNow,
  takeOfRest,
} from './refund-payment.ts'
import { findRefund, isOfMarket, lockRefund, type RefundRow, saveRefundedCents } from './refund-queries.ts'
import { bookRefund } from './settle-refund.ts'

type Retry = { readonly refundId: RefundId; readonly to: 'card' | 'credit' }

export async function retryRefund(app: App, scope: OperatorScope, retry: Retry): Promise<RefundResult> {
  const refundId = await inTransaction(app.db, (trx) => again(app, trx, scope, retry), {
    isolation: 'read committed',
  })
  await sendRefundNow(app, refundId)
  return readRefundResult(app.db, refundId)
}

async function again(app: App, trx: Db, scope: OperatorScope, { refundId, to }: Retry): Promise<RefundId> {
  if (!(await isOfMarket(trx, { refundId }, scope.marketId))) throw new Refused('not_found')
  const { payment_id: paymentId } = (await findRefund(trx, refundId))!
  const payment = (await lockPayment(trx, paymentId))!
  const refund = await lockRefund(trx, refundId)
  if (refund.retried_as !== null) return refund.retried_as
  if (refund.state !== 'failed') throw new Refused('conflict')
  const retriedAs =
    to === 'credit' || refund.through_payment_id !== null
      ? await giveAnotherWay(app, trx, payment, { failed: refund, to })
      : await reserveRefund(app, trx, scope.userId, {
          paymentId,
          amountCents: refund.amount_cents,
          reason: refund.reason,
          clawsBackCrewPay: refund.claws_back_crew_pay,
          ...(refund.visit_id === null ? {} : { visitId: refund.visit_id }),
        })
  await saveRetried(trx, refundId, retriedAs)
  await recordAudit(trx, {
    at: app.ports.clock.now(),
    actorId: scope.userId,
    action: 'retry_refund',
    subject: refundId,
    detail: { retriedAs, to },
  })
  return retriedAs
}

/**
 * The whole of it. As credit, also what a card had paid: no bank is asked any more. Of an invoice through the same charge:
 * its credit note stands. Refused where it was given otherwise.
 */
async function giveAnotherWay(
  app: App,
  trx: Db,
  payment: LockedPayment,
  { failed, to }: { failed: RefundRow; to: Retry['to'] },
): Promise<RefundId> {
  const now = app.ports.clock.now()
  const paymentId = payment.id
  const { amountCents } = await takeOfRest(trx, payment, failed.visit_id, failed.amount_cents)
  const refundId = await insertShare(trx, {
    paymentId,
    visitId: failed.visit_id,
    amountCents,
    creditCents: to === 'credit' ? amountCents : ZERO_CENTS,
    reason: failed.reason,
    clawsBackCrewPay: failed.claws_back_crew_pay,
    throughPaymentId: to === 'credit' ? null : failed.through_payment_id,
    now,
  })
  await saveRefundedCents(trx, paymentId)
  if (to === 'card') {
    await ask(trx, refundId, now)
    return refundId
  }
  await bookRefund(app, trx, (await findRefund(trx, refundId))!, null)
  await enqueue(trx, 'use_credit', { customerId: failed.customer_id }, { now })
  return refundId
}
