/**
 * Money back for one visit: to the card where it was paid with one, else as credit that the next bill uses up. The
 * caller has locked the dispute; the payment is locked here, so that refunds racing over it never exceed what was paid.
 */

import { proportionalReversal } from '#domain/billing/refunds.ts'
import type { RefundId } from '#domain/ids.ts'
import { crewPayTakenBack, refunded } from '#domain/ledger/postings.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { reserveRefund, sendRefund } from '../payments/refund-payment.ts'
import { ProviderUnavailable } from '../ports/payments/port.ts'
import { insertClawback, paidWith, type VisitRefund, visitMoney } from './visit-queries.ts'

/** Answers the refund to send after the transaction; null where it became credit. */
export async function refundVisit(app: App, db: Db, refund: VisitRefund): Promise<RefundId | null> {
  const paymentId = await paidWith(db, refund.visitId)
  if (paymentId === null) {
    await giveCredit(db, refund)
    return null
  }
  const refundId = await reserveRefund(app, db, refund.decidedBy, {
    paymentId,
    amountCents: refund.amountCents,
    reason: refund.reason,
    // A payment of many visits would take it from all of their crews: what this crew bears is booked here.
    clawsBackCrewPay: false,
  })
  if (refund.takesBackCrewPay) await takeBackCrewPay(db, refund, refundId)
  return refundId
}

/** After the transaction. The task that was enqueued with the reservation asks again where the provider is away. */
export async function sendRefundNow(app: App, refundId: RefundId): Promise<void> {
  try {
    await sendRefund(app, refundId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
  }
}

async function giveCredit(db: Db, refund: VisitRefund): Promise<void> {
  const { owedCents, taxCents, crewPayCents } = await visitMoney(db, refund.visitId)
  const of = partOf(refund.amountCents)
  const crewShare = refund.takesBackCrewPay ? proportionalReversal(crewPayCents, owedCents, of) : ZERO_CENTS
  await postJournal(db, {
    ...refunded({
      refundId: refund.disputeId,
      customerId: refund.customerId,
      amountCents: refund.amountCents,
      taxCents: proportionalReversal(taxCents, owedCents, of),
      crewClawbacks: [{ crewId: refund.crewId, amountCents: crewShare }],
      to: 'credit',
    }),
    kind: 'credit_given',
    at: refund.now,
    subjectId: refund.visitId,
  })
  await insertClawback(db, refund, crewShare)
}

async function takeBackCrewPay(db: Db, refund: VisitRefund, refundId: RefundId): Promise<void> {
  const { owedCents, crewPayCents } = await visitMoney(db, refund.visitId)
  const crewShare = proportionalReversal(crewPayCents, owedCents, partOf(refund.amountCents))
  await postJournal(db, {
    ...crewPayTakenBack({ disputeId: refund.disputeId, crewId: refund.crewId, amountCents: crewShare }),
    kind: 'crew_pay_taken_back',
    at: refund.now,
    subjectId: refundId,
  })
  await insertClawback(db, refund, crewShare)
}

function partOf(amountCents: Cents) {
  return { refundedBeforeCents: ZERO_CENTS, refundedAfterCents: amountCents }
}
