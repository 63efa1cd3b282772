/** What sponsors earn, from when it is theirs, and what refunds take back. Runs in the caller's transaction. */
import { sql } from 'kysely'
import { proportionalReversal } from '#domain/billing/refunds.ts'
import { commissionAvailableAt, commissionCents } from '#domain/commissions/commission.ts'
import type { PaymentId, PayoutId, RefundId, UserId } from '#domain/ids.ts'
import { commissionEarned, commissionReleased, commissionReversed } from '#domain/ledger/commissions.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { splitLines } from '#domain/pricing/split.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { postJournal, postJournals } from '../ledger/actions.ts'

/** The sponsor of a customer earns on what the customer has just paid. */
export async function earnCustomerCommission(
  db: Db,
  { paymentId, customerId, now }: { paymentId: PaymentId; customerId: UserId; now: Instant },
): Promise<void> {
  const sponsorId = await sponsorOf(db, customerId)
  if (sponsorId === null) return
  const visits = await db
    .selectFrom('payment_line')
    .innerJoin('visit', 'visit.id', 'payment_line.visit_id')
    .where('payment_line.payment_id', '=', paymentId)
    // A fee for work that was called off is no work.
    .where('payment_line.kind', '=', 'visit')
    .select(['visit.date', 'visit.price_lines'])
    .execute()
  const firstPaidDate = await firstPaidVisit(db, customerId)
  const amount = visits.map(({ date, price_lines }) =>
    commissionCents(
      {
        broughtUser: 'customer',
        baseCents: splitLines(price_lines as LineItem[], DEFAULT_SETTINGS).customerCommissionBaseCents,
        visitDate: date,
        firstPaidDate,
      },
      DEFAULT_SETTINGS,
    ),
  )
  await earn(db, { sponsorId, broughtId: customerId, kind: 'customer', paymentId, amounts: amount, now })
}

/** The sponsor of a crew earns on what the crew was just paid; tips are the crew's alone. */
export async function earnCrewCommission(
  db: Db,
  { payoutId, crewId, now }: { payoutId: PayoutId; crewId: UserId; now: Instant },
): Promise<void> {
  const sponsorId = await sponsorOf(db, crewId)
  if (sponsorId === null) return
  const visits = await db
    .selectFrom('earning')
    .innerJoin('visit', 'visit.id', 'earning.visit_id')
    .where('earning.payout_id', '=', payoutId)
    .where('earning.kind', '=', 'visit')
    .select(['visit.date', 'visit.price_lines'])
    .execute()
  const firstPaidDate = await firstPaidWork(db, crewId)
  const amounts = visits.map(({ date, price_lines }) =>
    commissionCents(
      {
        broughtUser: 'crew',
        baseCents: splitLines(price_lines as LineItem[], DEFAULT_SETTINGS).crewCommissionBaseCents,
        visitDate: date,
        firstPaidDate,
      },
      DEFAULT_SETTINGS,
    ),
  )
  await earn(db, { sponsorId, broughtId: crewId, kind: 'crew', payoutId, amounts, now })
}

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

/** Commissions of a market's sponsors whose payment is old enough become theirs; answers how many. */
export async function releaseCommissions(
  db: Db,
  { marketId, now, limit }: { marketId: string; now: Instant; limit: number },
): Promise<number> {
  const due = await db
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
  if (due.length === 0) return 0
  await db
    .updateTable('commission')
    .set({ released_at: toTimestamp(now) })
    .where(sql<boolean>`id = any(${due.map(({ id }) => id)}::uuid[])`)
    .execute()
  await postJournals(
    db,
    due.map((row) => ({
      ...commissionReleased({
        commissionId: row.id,
        sponsorId: row.sponsor_id,
        amountCents: cents(row.amount_cents - row.reversed_cents),
      }),
      kind: 'commission_released',
      at: now,
      subjectId: row.id,
    })),
  )
  return due.length
}

async function sponsorOf(db: Db, userId: UserId): Promise<UserId | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('sponsor_id').executeTakeFirst()
  return row?.sponsor_id ?? null
}

async function earn(
  db: Db,
  earned: {
    sponsorId: UserId
    broughtId: UserId
    kind: 'customer' | 'crew'
    paymentId?: PaymentId
    payoutId?: PayoutId
    amounts: readonly Cents[]
    now: Instant
  },
): Promise<void> {
  const { sponsorId, broughtId, kind, paymentId = null, payoutId = null, now } = earned
  const amountCents = addCents(ZERO_CENTS, ...earned.amounts)
  if (amountCents <= 0) return
  const row = await db
    .insertInto('commission')
    .values({
      sponsor_id: sponsorId,
      brought_id: broughtId,
      kind,
      payment_id: paymentId,
      payout_id: payoutId,
      amount_cents: amountCents,
      earned_at: toTimestamp(now),
      available_at: toTimestamp(commissionAvailableAt(now, DEFAULT_SETTINGS)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return
  await postJournal(db, {
    ...commissionEarned({ commissionId: row.id, sponsorId, amountCents }),
    kind: 'commission_earned',
    at: now,
    subjectId: row.id,
  })
}

function lockCommission(db: Db, of: { paymentId: PaymentId } | { payoutId: PayoutId }) {
  return db
    .selectFrom('commission')
    .where((eb) =>
      'paymentId' in of ? eb('payment_id', '=', of.paymentId) : eb('payout_id', '=', of.payoutId),
    )
    .forUpdate()
    .select(['id', 'sponsor_id', 'amount_cents', 'reversed_cents', 'released_at'])
    .executeTakeFirst()
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
  await db
    .updateTable('commission')
    .set({ reversed_cents: addCents(commission.reversed_cents, taken) })
    .where('id', '=', commission.id)
    .execute()
}

/** The first visit that this customer ever paid; from it the months of the commission count. */
async function firstPaidVisit(db: Db, customerId: UserId): Promise<LocalDate | null> {
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

async function firstPaidWork(db: Db, crewId: UserId): Promise<LocalDate | null> {
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
