/** Money back for a visit that is not paid yet: credit, which pays what is due before any card does. */
import { leftOf, spreadRefund } from '#domain/billing/refund-parts.ts'
import { decideRefund } from '#domain/billing/refunds.ts'
import type { DisputeId, UserId, VisitId } from '#domain/ids.ts'
import { refunded } from '#domain/ledger/refunds.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { reverseCrewCommissions } from '../commissions/reverse-commission.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { insertTaxBack, marketOfCustomer } from '../ledger/tax-queries.ts'
import { unlessRefused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertClawbacks } from './refund-queries.ts'
import { insertRefundParts, thingsOfVisit } from './thing-queries.ts'

export type CreditForVisit = {
  readonly disputeId: DisputeId
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly amountCents: Cents
  readonly takesBackCrewPay: boolean
  readonly now: Instant
}

/** In the caller's transaction, which has locked the dispute, and the payment where the visit stands on one. */
export async function giveCreditForVisit(db: Db, credit: CreditForVisit): Promise<void> {
  const { disputeId, visitId, customerId, takesBackCrewPay, now } = credit
  const things = await thingsOfVisit(db, visitId)
  const owedCents = addCents(ZERO_CENTS, ...things.map((thing) => thing.owedCents))
  const refundedCents = cents(owedCents - leftOf(things))
  const { amountCents } = unlessRefused(
    decideRefund({ paidCents: owedCents, refundedCents }, credit.amountCents),
  )
  const parts = spreadRefund(things, amountCents, { clawsBackCrewPay: takesBackCrewPay })
  await insertRefundParts(db, { because: { disputeId }, paymentId: null, things, parts, now })
  const clawbacks = things.flatMap(({ crewId }, index) => {
    const taken = parts[index]!.crewCents
    return crewId === null || taken === 0 ? [] : [{ crewId, visitId, amountCents: taken }]
  })
  const journal = refunded({
    refundId: disputeId,
    customerId,
    marketId: await marketOfCustomer(db, customerId),
    amountCents,
    creditCents: amountCents,
    taxCents: addCents(ZERO_CENTS, ...parts.map((part) => part.taxCents)),
    crewClawbacks: clawbacks,
  })
  await postJournal(db, { ...journal, kind: 'credit_given', at: now, subjectId: visitId })
  await insertTaxBack(db, { because: { disputeId }, journalKey: journal.key, at: now })
  await insertClawbacks(db, clawbacks, now)
  await reverseCrewCommissions(db, { because: { disputeId }, becauseId: disputeId, now })
  await enqueue(db, 'use_credit', { customerId }, { now })
}
