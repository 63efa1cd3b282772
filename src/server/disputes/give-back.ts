/**
 * Money back for one visit: to the card where it was paid with one, else as credit that the next bill uses up. The
 * caller has locked the dispute; the payment is locked here, so that refunds racing over it never exceed what was paid.
 */
import { proportionalReversal } from '#domain/billing/refunds.ts'
import type { DisputeId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { crewPayTakenBack, refunded } from '#domain/ledger/postings.ts'
import { type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { reserveRefund } from '../payments/refund-payment.ts'
import { owedFor, paidWith } from './queries.ts'

export type GivingBack = {
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
export async function giveBack(app: App, db: Db, giving: GivingBack): Promise<RefundId | null> {
  const paymentId = await paidWith(db, giving.visitId)
  if (paymentId === null) {
    await giveCredit(db, giving)
    return null
  }
  const refundId = await reserveRefund(app, db, giving.decidedBy, {
    paymentId,
    amountCents: giving.amountCents,
    reason: giving.reason,
    // A payment of many visits would take it from all of their crews: what this crew bears is booked here.
    clawsBackCrewPay: false,
  })
  if (giving.takesBackCrewPay) await takeBackCrewPay(db, giving, refundId)
  return refundId
}

async function giveCredit(db: Db, giving: GivingBack): Promise<void> {
  const { owedCents, taxCents, crewPayCents } = await visitMoney(db, giving.visitId)
  const of = partOf(giving.amountCents)
  const crewShare = giving.takesBackCrewPay ? proportionalReversal(crewPayCents, owedCents, of) : ZERO_CENTS
  await postJournal(db, {
    ...refunded({
      refundId: giving.disputeId,
      customerId: giving.customerId,
      amountCents: giving.amountCents,
      taxCents: proportionalReversal(taxCents, owedCents, of),
      crewClawbacks: [{ crewId: giving.crewId, amountCents: crewShare }],
      to: 'credit',
    }),
    kind: 'credit_given',
    at: giving.now,
    subjectId: giving.visitId,
  })
  await insertClawback(db, giving, crewShare)
}

async function takeBackCrewPay(db: Db, giving: GivingBack, refundId: RefundId): Promise<void> {
  const { owedCents, crewPayCents } = await visitMoney(db, giving.visitId)
  const crewShare = proportionalReversal(crewPayCents, owedCents, partOf(giving.amountCents))
  await postJournal(db, {
    ...crewPayTakenBack({ disputeId: giving.disputeId, crewId: giving.crewId, amountCents: crewShare }),
    kind: 'crew_pay_taken_back',
    at: giving.now,
    subjectId: refundId,
  })
  await insertClawback(db, giving, crewShare)
}

async function insertClawback(
  db: Db,
  { crewId, visitId, now }: GivingBack,
  amountCents: Cents,
): Promise<void> {
  if (amountCents === 0) return
  await db
    .insertInto('earning')
    .values({
      crew_id: crewId,
      visit_id: visitId,
      kind: 'clawback',
      amount_cents: cents(-amountCents),
      earned_at: toTimestamp(now),
      available_at: toTimestamp(now),
    })
    .execute()
}

async function visitMoney(db: Db, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['price_lines', 'crew_pay_cents'])
    .executeTakeFirstOrThrow()
  return { ...owedFor(row.price_lines), crewPayCents: cents(row.crew_pay_cents ?? 0) }
}

function partOf(amountCents: Cents) {
  return { refundedBeforeCents: ZERO_CENTS, refundedAfterCents: amountCents }
}
