/** What sponsors earn and have earned, row by row. */
import { type NotNull, sql } from 'kysely'
import type {
  ChargebackId,
  CommissionId,
  DisputeId,
  PaymentId,
  PayoutId,
  RefundId,
  UserId,
} from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export async function sponsorOf(db: Db, userId: UserId): Promise<UserId | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('sponsor_id').executeTakeFirst()
  return row?.sponsor_id ?? null
}

type CommissionOf =
  | { readonly paymentId: PaymentId }
  | { readonly payoutId: PayoutId }
  | { readonly commissionId: CommissionId }

export function lockCommission(db: Db, of: CommissionOf) {
  return db
    .selectFrom('commission')
    .where((eb) => {
      if ('commissionId' in of) return eb('id', '=', of.commissionId)
      return 'paymentId' in of ? eb('payment_id', '=', of.paymentId) : eb('payout_id', '=', of.payoutId)
    })
    .forUpdate()
    .select(['id', 'sponsor_id', 'amount_cents', 'reversed_cents', 'released_at'])
    .executeTakeFirst()
}

/** The first visit that this customer ever paid; from it the months of the commission count. */
export async function firstPaidVisit(db: Db, customerId: UserId): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('payment_line')
    .innerJoin('visit', 'visit.id', 'payment_line.visit_id')
    .where('payment_line.payment_id', '=', (eb) =>
      eb
        .selectFrom('payment')
        .where('customer_id', '=', customerId)
        .where('state', '=', 'paid')
        .orderBy('period_start')
        .limit(1)
        .select('payment.id'),
    )
    .orderBy('visit.date')
    .limit(1)
    .select('visit.date')
    .executeTakeFirst()
  return row?.date ?? null
}

export async function firstPaidWork(db: Db, crewId: UserId): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('earning')
    .innerJoin('visit', 'visit.id', 'earning.visit_id')
    .where('earning.payout_id', '=', (eb) =>
      eb
        .selectFrom('payout')
        .where('crew_id', '=', crewId)
        .where('state', '=', 'paid')
        .orderBy('created_at')
        .limit(1)
        .select('payout.id'),
    )
    .orderBy('visit.date')
    .limit(1)
    .select('visit.date')
    .executeTakeFirst()
  return row?.date ?? null
}

/** What the brought customer paid for, visit by visit. A fee for work that was called off is no work. */
export function visitsOfPayment(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('payment_line')
    .innerJoin('visit', 'visit.id', 'payment_line.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('payment_line.payment_id', '=', paymentId)
    .where('payment_line.kind', '=', 'visit')
    .where('visit.price_lines', 'is not', null)
    .select(['visit.date', 'visit.price_lines', 'property.time_zone'])
    .$narrowType<{ price_lines: NotNull }>()
    .execute()
}

/** How a payment was paid: credit is no money of the customer's that anybody earned by bringing it. */
export async function paidByCard(
  db: Db,
  paymentId: PaymentId,
): Promise<{ readonly cardCents: Cents; readonly allCents: Cents }> {
  const row = await db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select(['total_cents', 'credit_cents'])
    .executeTakeFirstOrThrow()
  return { cardCents: cents(row.total_cents), allCents: cents(row.total_cents + row.credit_cents) }
}

/** Given back and in the books, by a refund or as credit. */
const BOOKED_BACK = sql`(
  refund_part.undone_at is null and (refund_part.refund_id is null or refund.state = 'succeeded')
)`

/** What the brought crew was paid for, visit by visit, with what was taken back of it by then. */
export function visitsOfPayout(db: Db, payoutId: PayoutId) {
  return db
    .selectFrom('earning')
    .innerJoin('visit', 'visit.id', 'earning.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('earning.payout_id', '=', payoutId)
    .where('earning.kind', '=', 'visit')
    .where('visit.price_lines', 'is not', null)
    .select([
      'visit.date',
      'visit.price_lines',
      'property.time_zone',
      'earning.amount_cents',
      sql<number>`(
        select coalesce(sum(refund_part.crew_cents), 0)::bigint
        from refund_part left join refund on refund.id = refund_part.refund_id
        where refund_part.visit_id = visit.id and refund_part.kind = 'work' and ${BOOKED_BACK}
      )`.as('clawed_cents'),
    ])
    .$narrowType<{ price_lines: NotNull }>()
    .execute()
}

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

/** Commissions of which a refund took something, with what it took. */
export async function listReversedBy(
  db: Db,
  refundId: RefundId | ChargebackId,
): Promise<{ readonly id: CommissionId; readonly reversedCents: Cents }[]> {
  const { rows } = await sql<{ id: CommissionId; reversed: number }>`
    select commission.id, sum(posting.amount_cents)::bigint as reversed
    from (
      select payment_id, null::uuid as payout_id from refund where id = ${refundId}
      union
      select null, earning.payout_id from refund_part part
      join earning on earning.visit_id = part.visit_id and earning.kind = 'visit'
      where part.refund_id = ${refundId}
      union
      select payment_id, null from chargeback where id = ${refundId}
      union
      select null, earning.payout_id from chargeback
      join payment_line on payment_line.payment_id = chargeback.payment_id
      join earning on earning.visit_id = payment_line.visit_id and earning.kind = 'visit'
      where chargeback.id = ${refundId}
    ) as touched
    join commission on commission.payment_id = touched.payment_id or commission.payout_id = touched.payout_id
    join ledger_journal journal on journal.key = 'commission:' || commission.id || ':reversed:' || ${refundId}::text
    join ledger_posting posting on posting.journal_id = journal.id and posting.amount_cents > 0
    group by 1
  `.execute(db)
  return rows.map((row) => ({ id: row.id, reversedCents: cents(row.reversed) }))
}

/** Undefined where the payment or payout has its commission already. */
export async function insertCommission(
  db: Db,
  commission: {
    readonly sponsorId: UserId
    readonly broughtId: UserId
    readonly kind: 'customer' | 'crew'
    readonly paymentId: PaymentId | null
    readonly payoutId: PayoutId | null
    readonly amountCents: Cents
    readonly earnedAt: Instant
    readonly availableAt: Instant
  },
): Promise<CommissionId | undefined> {
  const row = await db
    .insertInto('commission')
    .values({
      sponsor_id: commission.sponsorId,
      brought_id: commission.broughtId,
      kind: commission.kind,
      payment_id: commission.paymentId,
      payout_id: commission.payoutId,
      amount_cents: commission.amountCents,
      earned_at: toTimestamp(commission.earnedAt),
      available_at: toTimestamp(commission.availableAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Of a market's sponsors; what another transaction has locked is left to it. */
export function lockDueCommissions(
  db: Db,
  { marketId, now, limit }: { marketId: string; now: Instant; limit: number },
) {
  return db
    .selectFrom('commission')
    .innerJoin('users', 'users.id', 'commission.sponsor_id')
    .where('users.market_id', '=', marketId)
    .where('commission.released_at', 'is', null)
    .where('commission.available_at', '<=', toTimestamp(now))
    .orderBy('commission.available_at')
    .limit(limit)
    .forUpdate('commission')
    .skipLocked()
    .select([
      'commission.id',
      'commission.sponsor_id',
      'commission.amount_cents',
      'commission.reversed_cents',
    ])
    .execute()
}

export async function markReleased(db: Db, ids: readonly CommissionId[], now: Instant): Promise<void> {
  await db
    .updateTable('commission')
    .set({ released_at: toTimestamp(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

export async function saveReversedCents(db: Db, id: CommissionId, reversedCents: Cents): Promise<void> {
  await db.updateTable('commission').set({ reversed_cents: reversedCents }).where('id', '=', id).execute()
}
