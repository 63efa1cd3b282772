/** What a refund or a payout that came back takes from sponsors. Runs in the caller's transaction. */
import { proportionalReversal } from '#domain/billing/refunds.ts'
import type { PaymentId, PayoutId, RefundId } from '#domain/ids.ts'
import { commissionReversed } from '#domain/ledger/commissions.ts'
import { addCents, type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCommission, saveReversedCents } from './commission-queries.ts'

/** Takes back what a refund takes of the payment: in proportion, and in all never more than was earned. */
export async function reverseCustomerCommission(
  db: Db,
  refund: {
    readonly paymentId: PaymentId
    readonly refundId: RefundId
    readonly paidCents: Cents
    readonly refundedBeforeCents: Cents
    readonly refundedAfterCents: Cents
    readonly now: Instant
  },
): Promise<void> {
  const commission = await lockCommission(db, { paymentId: refund.paymentId })
  if (commission === undefined) return
  const taken = proportionalReversal(cents(commission.amount_cents), refund.paidCents, refund)
  await reverse(db, commission, taken, refund.refundId, refund.now)
}

/** A payout that came back pays no commission; the next one that succeeds does. */
export async function reverseCrewCommission(
  db: Db,
  { payoutId, now }: { payoutId: PayoutId; now: Instant },
): Promise<void> {
  const commission = await lockCommission(db, { payoutId })
  if (commission === undefined) return
  const left = cents(commission.amount_cents - commission.reversed_cents)
  await reverse(db, commission, left, payoutId, now)
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
