/** What a refund or a payout that came back takes from sponsors. Runs in the caller's transaction. */
import { proportionalReversal } from '#domain/billing/refunds.ts'
import type { ChargebackId, PaymentId, RefundId } from '#domain/ids.ts'
import { commissionRestored, commissionReversed } from '#domain/ledger/commissions.ts'
import { addCents, type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import {
  type GivenBecause,
  listClawedPayouts,
  listReversedBy,
  lockCommission,
  saveReversedCents,
} from './commission-queries.ts'
import { listPayoutsOfPayment } from './payout-queries.ts'

/** Takes back what a refund takes of the payment: in proportion, and in all never more than was earned. */
export async function reverseCustomerCommission(
  db: Db,
  refund: {
    readonly paymentId: PaymentId
    readonly becauseId: string
    readonly paidCents: Cents
    readonly refundedBeforeCents: Cents
    readonly refundedAfterCents: Cents
    readonly now: Instant
  },
): Promise<void> {
  const commission = await lockCommission(db, { paymentId: refund.paymentId })
  if (commission === undefined) return
  const taken = proportionalReversal(cents(commission.amount_cents), refund.paidCents, refund)
  await reverse(db, commission, taken, refund.becauseId, refund.now)
}

/** What was taken back of crews was no work done: their sponsors earn nothing on it, payout by payout. */
export async function reverseCrewCommissions(
  db: Db,
  { because, becauseId, now }: { because: GivenBecause; becauseId: string; now: Instant },
): Promise<void> {
  for (const clawed of await listClawedPayouts(db, because)) {
    const commission = await lockCommission(db, { payoutId: clawed.payoutId })
    if (commission === undefined) continue
    const taken = proportionalReversal(cents(commission.amount_cents), clawed.paidCents, {
      refundedBeforeCents: clawed.clawedBeforeCents,
      refundedAfterCents: addCents(clawed.clawedBeforeCents, clawed.clawedCents),
    })
    await reverse(db, commission, taken, becauseId, now)
  }
}

/**
 * A bank took money back for good: the crew keeps its pay, but what it was paid by is gone, and with it the sponsors'
 * share of that part.
 */
export async function reverseForChargeback(
  db: Db,
  lost: {
    readonly chargebackId: ChargebackId
    readonly paymentId: PaymentId
    readonly lostCents: Cents
    readonly paidCents: Cents
    readonly now: Instant
  },
): Promise<void> {
  const { chargebackId, paymentId, paidCents, now } = lost
  const lostCents = cents(Math.min(lost.lostCents, paidCents))
  const whole = { refundedBeforeCents: cents(0), refundedAfterCents: lostCents }
  await reverseCustomerCommission(db, { paymentId, becauseId: chargebackId, paidCents, ...whole, now })
  for (const payout of await listPayoutsOfPayment(db, paymentId)) {
    const commission = await lockCommission(db, { payoutId: payout.payoutId })
    if (commission === undefined) continue
    const taken = proportionalReversal(cents(commission.amount_cents), payout.paidCents, {
      refundedBeforeCents: cents(0),
      refundedAfterCents: proportionalReversal(payout.partCents, paidCents, whole),
    })
    await reverse(db, commission, taken, chargebackId, now)
  }
}

/** The refund failed at the end, or the bank decided for us after all: what it took of sponsors is theirs again. */
export async function restoreCommissions(
  db: Db,
  refundId: RefundId | ChargebackId,
  now: Instant,
): Promise<void> {
  for (const { id, reversedCents: amountCents } of await listReversedBy(db, refundId)) {
    const commission = await lockCommission(db, { commissionId: id })
    if (commission === undefined) continue
    const isNew = await postJournal(db, {
      ...commissionRestored({
        commissionId: id,
        sponsorId: commission.sponsor_id,
        refundId,
        amountCents,
        state: commission.released_at === null ? 'pending' : 'available',
      }),
      kind: 'commission_restored',
      at: now,
      subjectId: id,
    })
    if (isNew) await saveReversedCents(db, id, cents(commission.reversed_cents - amountCents))
  }
}

async function reverse(
  db: Db,
  commission: NonNullable<Awaited<ReturnType<typeof lockCommission>>>,
  amount: Cents,
  becauseId: string,
  now: Instant,
): Promise<void> {
  const taken = cents(Math.min(amount, commission.amount_cents - commission.reversed_cents))
  if (taken <= 0) return
  const isNew = await postJournal(db, {
    ...commissionReversed({
      commissionId: commission.id,
      sponsorId: commission.sponsor_id,
      refundId: becauseId,
      amountCents: taken,
      state: commission.released_at === null ? 'pending' : 'available',
    }),
    kind: 'commission_reversed',
    at: now,
    subjectId: commission.id,
  })
  if (!isNew) return
  await saveReversedCents(db, commission.id, addCents(commission.reversed_cents, taken))
}
