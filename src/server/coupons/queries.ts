/** Coupons with what was used of them, and what customers have of theirs. */
import { type Selectable, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { basisPoints, cents } from '#domain/money.ts'
import type { CouponTerms, CouponUser } from '#domain/pricing/coupons.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'

export type CouponRow = Selectable<Database['coupon']>

export function findCoupon(db: Db, code: string): Promise<CouponRow | undefined> {
  return db
    .selectFrom('coupon')
    .where((eb) => eb(eb.fn<string>('upper', ['code']), '=', code.toUpperCase()))
    .selectAll()
    .executeTakeFirst()
}

/** Locked until the transaction ends: of two who want the last use one comes second. */
export function lockCoupon(db: Db, code: string): Promise<CouponRow> {
  return db
    .selectFrom('coupon')
    .where('code', '=', code)
    .forNoKeyUpdate()
    .selectAll()
    .executeTakeFirstOrThrow()
}

export async function findOwnCode(db: Db, customerId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', customerId)
    .select('coupon_code')
    .executeTakeFirstOrThrow()
  return row.coupon_code
}

/** So that two pieces of work at once cannot both have the coupon's last cents. */
export async function lockOwnCode(db: Db, customerId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', customerId)
    .select('coupon_code')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.coupon_code
}

export async function saveOwnCode(db: Db, customerId: UserId, code: string): Promise<void> {
  await db.updateTable('users').set({ coupon_code: code }).where('id', '=', customerId).execute()
}

/** More accounts with one card or bank account than a household has. */
const ACCOUNTS_LOOKED_AT = 100

/** What the customer used of it; of uses also those of accounts that paid with the same card or bank account. */
export async function findCouponUser(db: Db, code: string, customerId: UserId): Promise<CouponUser> {
  const { rows } = await sql<{ market_id: string; uses: number; amount: number; has_ordered: boolean }>`
    with person as (
      select ${customerId}::uuid as user_id
      union
      (select other.user_id from identity_mark own
      join identity_mark other on other.kind = own.kind and other.mark = own.mark
      where own.user_id = ${customerId} and own.kind in ('card', 'bank')
      limit ${ACCOUNTS_LOOKED_AT})
    )
    select users.market_id, used.uses, used.amount,
      exists (select from visit where customer_id = users.id and price_lines is not null)
        or exists (select from on_demand_order where customer_id = users.id and state in ('booking', 'booked'))
        as has_ordered
    from users
    cross join lateral (
      select count(*)::integer as uses,
        coalesce(sum(amount_cents) filter (where coupon_use.customer_id = users.id), 0)::bigint as amount
      from coupon_use join person on person.user_id = coupon_use.customer_id
      where coupon_use.coupon_code = ${code}
    ) as used
    where users.id = ${customerId}
  `.execute(db)
  const { market_id, uses, amount, has_ordered } = rows[0]!
  return { marketId: market_id, ownUses: uses, ownCents: cents(amount), hasOrdered: has_ordered }
}

export function termsOf(row: CouponRow): CouponTerms {
  return {
    code: row.code,
    creditCents: row.credit_cents === null ? null : cents(row.credit_cents),
    shareBasisPoints: row.share_basis_points === null ? null : basisPoints(row.share_basis_points),
    mostUses: row.most_uses,
    mostUsesEach: row.most_uses_each,
    budgetCents: row.budget_cents === null ? null : cents(row.budget_cents),
    serviceKey: row.service_key,
    isFirstOrderOnly: row.is_first_order_only,
    marketId: row.market_id,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    endedFrom: row.ended_from,
    useCount: row.use_count,
    givenCents: cents(row.given_cents),
  }
}
