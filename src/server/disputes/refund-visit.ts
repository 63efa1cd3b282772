/**
 * Money back for one visit: the way it was paid, else as credit that pays what is due. The caller has locked the
 * dispute; the payment is locked here, so that refunds racing over it never exceed what was paid.
 */

import type { DisputeId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import { giveCreditForVisit } from '../refunds/give-credit.ts'
import { reserveRefund } from '../refunds/refund-payment.ts'
import { Refused } from '../refused.ts'
import { paymentOf } from './visit-queries.ts'

export type VisitRefund = {
  readonly disputeId: DisputeId
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly crewId: UserId
  readonly amountCents: Cents
  readonly takesBackCrewPay: boolean
  readonly reason: string
  readonly decidedBy: UserId | null
  readonly now: Instant
}

/** Answers the refund to send after the transaction; null where it became credit. */
export async function refundVisit(app: App, db: Db, refund: VisitRefund): Promise<RefundId | null> {
  const paymentId = await paymentOf(db, refund.visitId)
  const payment = paymentId === null ? undefined : await lockPayment(db, paymentId)
  // What was written off was never paid, and nobody owes it any more.
  if (payment?.state === 'written_off') throw new Refused('nothing_paid')
  if (payment === undefined || (payment.state !== 'paid' && payment.state !== 'invoiced')) {
    await giveCreditForVisit(db, refund)
    return null
  }
  return reserveRefund(app, db, refund.decidedBy, {
    paymentId: payment.id,
    visitId: refund.visitId,
    amountCents: refund.amountCents,
    reason: refund.reason,
    clawsBackCrewPay: refund.takesBackCrewPay,
  })
}
