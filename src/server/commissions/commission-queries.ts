/** What sponsors earn and have earned, row by row. */
import { type NotNull, sql } from 'kysely'
import type { CommissionId, PaymentId, PayoutId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Pair } from '../referrals/identity-queries.ts'

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
    .select(['id', 'sponsor_id', 'amount_cents', 'reversed_cents', 'refused_cents', 'released_at'])
    .executeTakeFirst()
}

/** Everything that one user earned by another. */
export function lockCommissionsOf(db: Db, { broughtId, sponsorId }: Pair) {
  return db
    .selectFrom('commission')
    .where('brought_id', '=', broughtId)
    .where('sponsor_id', '=', sponsorId)
    .orderBy('id')
    .forUpdate()
    .select([
      'id',
      'sponsor_id',
      'amount_cents',
      'reversed_cents',
      'refused_cents',
      'used_cents',
      'released_at',
    ])
    .execute()
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
        .where('kind', '<>', 'commission')
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
  return (
    db
      .selectFrom('commission')
      .innerJoin('users', 'users.id', 'commission.sponsor_id')
      .where('users.market_id', '=', marketId)
      .where('commission.released_at', 'is', null)
      .where('commission.available_at', '<=', toTimestamp(now))
      // What an operator must look at waits for that.
      .where(sql<boolean>`not exists (
      select from referral_review review
      where review.brought_id = commission.brought_id and review.state = 'parked'
    )`)
      .orderBy('commission.available_at')
      .limit(limit)
      .forUpdate('commission')
      .skipLocked()
      .select([
        'commission.id',
        'commission.sponsor_id',
        'commission.brought_id',
        'commission.amount_cents',
        'commission.reversed_cents',
      ])
      .execute()
  )
}

export async function markReleased(db: Db, ids: readonly CommissionId[], now: Instant): Promise<void> {
  await db
    .updateTable('commission')
    .set({ released_at: toTimestamp(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

export async function saveReversedCents(
  db: Db,
  id: CommissionId,
  { reversedCents, refusedCents }: { readonly reversedCents: Cents; readonly refusedCents: Cents },
): Promise<void> {
  await db
    .updateTable('commission')
    .set({ reversed_cents: reversedCents, refused_cents: refusedCents })
    .where('id', '=', id)
    .execute()
}
