/** What sponsors spend of their commissions, and out of which ones it comes. */
import { sql } from 'kysely'
import type { SpendingKind, Use } from '#domain/commissions/spending.ts'
import type { CommissionId, CommissionSpendingId, EarningId, PayoutId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Pair } from '../referrals/identity-queries.ts'

/** One spending of a sponsor after the other. */
export async function lockSponsor(db: Db, sponsorId: UserId): Promise<void> {
  await db.selectFrom('users').where('id', '=', sponsorId).forNoKeyUpdate().select('id').execute()
}

/** By whom there is anything to spend. */
export async function listPairsWithMoney(db: Db, sponsorId: UserId): Promise<Pair[]> {
  const rows = await db
    .selectFrom('commission')
    .where('sponsor_id', '=', sponsorId)
    .where('released_at', 'is not', null)
    .where(sql<boolean>`amount_cents - reversed_cents - used_cents <> 0`)
    .distinct()
    .select('brought_id')
    .execute()
  return rows.map((row) => ({ broughtId: row.brought_id, sponsorId }))
}

/** What is the sponsor's and not yet used, oldest first; what an operator looks at is left out, debts are not. */
export async function lockSpendable(
  db: Db,
  sponsorId: UserId,
): Promise<{ readonly id: CommissionId; readonly leftCents: Cents }[]> {
  const rows = await db
    .selectFrom('commission')
    .where('sponsor_id', '=', sponsorId)
    .where('released_at', 'is not', null)
    .where(sql<boolean>`amount_cents - reversed_cents - used_cents <> 0`)
    .where(sql<boolean>`(amount_cents - reversed_cents - used_cents < 0 or not exists (
      select from referral_review review
      where review.brought_id = commission.brought_id and review.state = 'parked'
    ))`)
    .orderBy('available_at')
    .orderBy('id')
    .forUpdate()
    .select(['id', 'amount_cents', 'reversed_cents', 'used_cents'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    leftCents: cents(row.amount_cents - row.reversed_cents - row.used_cents),
  }))
}

export async function insertSpending(
  db: Db,
  spending: {
    readonly sponsorId: UserId
    readonly kind: SpendingKind
    readonly amountCents: Cents
    readonly now: Instant
  },
  uses: readonly Use<CommissionId>[],
): Promise<CommissionSpendingId> {
  const { id } = await db
    .insertInto('commission_spending')
    .values({
      sponsor_id: spending.sponsorId,
      kind: spending.kind,
      amount_cents: spending.amountCents,
      spent_at: toTimestamp(spending.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    with used as (
      insert into commission_use (spending_id, commission_id, amount_cents)
      select ${id}, commission_id, amount_cents
      from unnest(${uses.map((use) => use.id)}::uuid[], ${uses.map((use) => use.amountCents)}::bigint[])
        as each (commission_id, amount_cents)
      returning commission_id, amount_cents
    )
    update commission set used_cents = used_cents + used.amount_cents
    from used where used.commission_id = commission.id
  `.execute(db)
  return id
}

/** The money of a spending as what its sponsor is owed, available at once. */
export async function insertEarning(
  db: Db,
  spendingId: CommissionSpendingId,
  { sponsorId, amountCents, now }: { sponsorId: UserId; amountCents: Cents; now: Instant },
): Promise<EarningId> {
  const { id } = await db
    .insertInto('earning')
    .values({
      crew_id: sponsorId,
      kind: 'commission',
      amount_cents: amountCents,
      earned_at: toTimestamp(now),
      available_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('commission_spending').set({ earning_id: id }).where('id', '=', spendingId).execute()
  return id
}

export async function savePayoutOf(
  db: Db,
  spendingId: CommissionSpendingId,
  payoutId: PayoutId,
): Promise<void> {
  await db
    .updateTable('commission_spending')
    .set({ payout_id: payoutId })
    .where('id', '=', spendingId)
    .execute()
}

/** Undefined where it was undone already. Its earning is gone with it. */
export async function markUndone(db: Db, payoutId: PayoutId, now: Instant) {
  const undone = await db
    .updateTable('commission_spending')
    .set({ undone_at: toTimestamp(now) })
    .where('payout_id', '=', payoutId)
    .where('undone_at', 'is', null)
    .returning(['id', 'sponsor_id', 'amount_cents', 'earning_id'])
    .executeTakeFirst()
  if (undone === undefined) return undefined
  await sql`
    update commission set used_cents = used_cents - used.amount_cents
    from commission_use used where used.spending_id = ${undone.id} and used.commission_id = commission.id
  `.execute(db)
  if (undone.earning_id !== null) await db.deleteFrom('earning').where('id', '=', undone.earning_id).execute()
  return undone
}
