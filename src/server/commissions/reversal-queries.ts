/** Which commissions a refund or a chargeback touches, and what it took of them. */
import { sql } from 'kysely'
import type { CommissionId, DisputeId, PaymentId, PayoutId, RefundId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

export type GivenBecause = { readonly refundId: RefundId } | { readonly disputeId: DisputeId }

export type ClawedPayout = {
  readonly payoutId: PayoutId
  /** What its sponsor earned on: the pay of its visits less what had been taken back by then. */
  readonly paidCents: Cents
  readonly clawedBeforeCents: Cents
  readonly clawedCents: Cents
}

/** The payouts that paid for what was taken back of crews just now, and had a sponsor. */
export async function listClawedPayouts(db: Db, because: GivenBecause): Promise<ClawedPayout[]> {
  const isIt =
    'refundId' in because
      ? sql`part.refund_id = ${because.refundId}`
      : sql`part.dispute_id = ${because.disputeId}`
  const { rows } = await sql<{ payout_id: PayoutId; paid: number; before: number; clawed: number }>`
    with now_taken as (
      select commission.payout_id, commission.earned_at, sum(part.crew_cents) as clawed
      from refund_part part
      join earning on earning.visit_id = part.visit_id and earning.kind = 'visit'
      join commission on commission.payout_id = earning.payout_id
      where ${isIt} and part.kind = 'work' and part.crew_cents > 0
      group by 1, 2
    )
    select now_taken.payout_id, now_taken.clawed::bigint as clawed,
      (sums.paid - sums.taken_early)::bigint as paid, sums.taken_late::bigint as before
    from now_taken cross join lateral (
      select sum(earning.amount_cents) as paid, sum(taken.early) as taken_early, sum(taken.late) as taken_late
      from earning cross join lateral (
        select
          coalesce(sum(part.crew_cents) filter (
            where coalesce(refund.settled_at, part.created_at) <= now_taken.earned_at), 0) as early,
          coalesce(sum(part.crew_cents) filter (
            where coalesce(refund.settled_at, part.created_at) > now_taken.earned_at), 0) as late
        from refund_part part left join refund on refund.id = part.refund_id
        where part.visit_id = earning.visit_id and part.kind = 'work' and part.undone_at is null
          and (part.refund_id is null or refund.state = 'succeeded') and not (${isIt})
      ) as taken
      where earning.payout_id = now_taken.payout_id and earning.kind = 'visit'
    ) as sums
    order by 1
  `.execute(db)
  return rows.map((row) => ({
    payoutId: row.payout_id,
    paidCents: cents(row.paid),
    clawedBeforeCents: cents(row.before),
    clawedCents: cents(row.clawed),
  }))
}

/** Commissions on a payment and on the payouts of its work, of which a refund or chargeback took something. */
export async function listReversedBy(
  db: Db,
  { paymentId, becauseId }: { readonly paymentId: PaymentId; readonly becauseId: string },
): Promise<{ readonly id: CommissionId; readonly reversedCents: Cents }[]> {
  const { rows } = await sql<{ id: CommissionId; reversed: number }>`
    select commission.id, sum(posting.amount_cents)::bigint as reversed
    from commission
    join ledger_journal journal on journal.key = 'commission:' || commission.id || ':reversed:' || ${becauseId}::text
    join ledger_posting posting on posting.journal_id = journal.id and posting.amount_cents > 0
    where commission.payment_id = ${paymentId} or commission.payout_id in (
      select earning.payout_id from payment_line line
      join earning on earning.visit_id = line.visit_id and earning.kind = 'visit'
      where line.payment_id = ${paymentId}
    )
    group by 1
  `.execute(db)
  return rows.map((row) => ({ id: row.id, reversedCents: cents(row.reversed) }))
}

export type ChargedBackPayout = {
  readonly payoutId: PayoutId
  /** Of the pay that its sponsor earned on, what was for the payment that was taken back. */
  readonly takenPayCents: Cents
  readonly payCents: Cents
}

/** The payouts that paid for the work of a payment, and had a sponsor. */
export async function listPayoutsOfPayment(db: Db, paymentId: PaymentId): Promise<ChargedBackPayout[]> {
  const { rows } = await sql<{ payout_id: PayoutId; taken: number; paid: number }>`
    select commission.payout_id,
      sum(earning.amount_cents) filter (where line.payment_id is not null)::bigint as taken,
      sum(earning.amount_cents)::bigint as paid
    from commission
    join earning on earning.payout_id = commission.payout_id and earning.kind = 'visit'
    left join payment_line line
      on line.visit_id = earning.visit_id and line.kind = 'visit' and line.payment_id = ${paymentId}
    where commission.payout_id in (
      select earning.payout_id from payment_line line
      join earning on earning.visit_id = line.visit_id and earning.kind = 'visit'
      where line.payment_id = ${paymentId}
    )
    group by 1 order by 1
  `.execute(db)
  return rows.map((row) => ({
    payoutId: row.payout_id,
    takenPayCents: cents(row.taken),
    payCents: cents(row.paid),
  }))
}
