/** What a refund or a chargeback takes from sponsors. Runs in the caller's transaction. */
import { proportionalReversal, shareTakenBack } from '#domain/billing/refunds.ts'
import type { ChargebackId, PaymentId, RefundId } from '#domain/ids.ts'
import { commissionRestored, commissionReversed } from '#domain/ledger/commissions.ts'
import { addCents, type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCommission, paidByCard, saveReversedCents } from './commission-queries.ts'
import {
  type GivenBecause,
  listClawedPayouts,
  listPayoutsOfPayment,
  listReversedBy,
} from './reversal-queries.ts'

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
  const because = { id: refund.becauseId, kind: 'commission_reversed' } as const
  await reverse(db, commission, taken, because, refund.now)
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
    await reverse(db, commission, taken, { id: becauseId, kind: 'commission_reversed' }, now)
  }
}

/** The bank took a charge back: neither sponsor earns on what it took, until we have won it again. */
export async function reverseChargedBack(
  db: Db,
  chargeback: {
    readonly paymentId: PaymentId
    readonly becauseId: ChargebackId
    readonly amountCents: Cents
    readonly now: Instant
  },
): Promise<void> {
  const { paymentId, becauseId, now } = chargeback
  const because = { id: becauseId, kind: 'commission_charged_back' } as const
  const { cardCents } = await paidByCard(db, paymentId)
  const taken = cents(Math.min(chargeback.amountCents, cardCents))
  const ofPayment = await lockCommission(db, { paymentId })
  // It was earned on the card's part alone, which is what the bank takes.
  if (ofPayment !== undefined)
    await reverse(
      db,
      ofPayment,
      shareTakenBack(cents(ofPayment.amount_cents), cardCents, taken),
      because,
      now,
    )
  for (const { payoutId, takenPayCents, payCents } of await listPayoutsOfPayment(db, paymentId)) {
    const ofPayout = await lockCommission(db, { payoutId })
    if (ofPayout === undefined) continue
    const pay = shareTakenBack(takenPayCents, cardCents, taken)
    await reverse(db, ofPayout, shareTakenBack(cents(ofPayout.amount_cents), payCents, pay), because, now)
  }
}

/** The refund failed at the end, or the chargeback was won: what it took of sponsors is theirs again. */
export async function restoreCommissions(
  db: Db,
  because: { readonly paymentId: PaymentId; readonly becauseId: RefundId | ChargebackId },
  now: Instant,
): Promise<void> {
  for (const { id, reversedCents: amountCents } of await listReversedBy(db, because)) {
    const commission = await lockCommission(db, { commissionId: id })
    if (commission === undefined) continue
    const isNew = await postJournal(db, {
      ...commissionRestored({
        commissionId: id,
        sponsorId: commission.sponsor_id,
        refundId: because.becauseId,
        amountCents,
        state: commission.released_at === null ? 'pending' : 'available',
      }),
      kind: 'commission_restored',
      at: now,
      subjectId: id,
    })
    if (isNew)
      await saveReversedCents(db, id, {
        reversedCents: cents(commission.reversed_cents - amountCents),
        refusedCents: cents(commission.refused_cents),
      })
  }
}

async function reverse(
  db: Db,
  commission: NonNullable<Awaited<ReturnType<typeof lockCommission>>>,
  amount: Cents,
  because: { readonly id: string; readonly kind: 'commission_reversed' | 'commission_charged_back' },
  now: Instant,
): Promise<void> {
  const taken = cents(Math.min(amount, commission.amount_cents - commission.reversed_cents))
  // What a refused sponsorship gave back already is no longer there to be restored.
  const refusedCents = cents(Math.max(0, commission.refused_cents - (amount - taken)))
  if (taken <= 0)
    return saveReversedCents(db, commission.id, {
      reversedCents: cents(commission.reversed_cents),
      refusedCents,
    })
  const isNew = await postJournal(db, {
    ...commissionReversed({
      commissionId: commission.id,
      sponsorId: commission.sponsor_id,
      refundId: because.id,
      amountCents: taken,
      state: commission.released_at === null ? 'pending' : 'available',
    }),
    kind: because.kind,
    at: now,
    subjectId: commission.id,
  })
  if (!isNew) return
  await saveReversedCents(db, commission.id, {
    reversedCents: addCents(cents(commission.reversed_cents), taken),
    refusedCents,
  })
}
