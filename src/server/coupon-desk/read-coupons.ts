/** Coupons as operators read them. Days are those of the city on the desk. */
import { cents } from '#domain/money.ts'
import { couponState } from '#domain/pricing/coupons.ts'
import { dateAt, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type CouponRow, termsOf } from '../coupons/queries.ts'
import { mayInEveryCity } from '../http/role-queries.ts'
import { marketZone } from '../market-zone.ts'
import { findMarket } from '../markets/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findShownCoupon, listCoupons, listUses, listVersions } from './coupon-queries.ts'

export async function readCoupons(app: App, scope: OperatorScope, cursor: string | undefined, now: Instant) {
  const { db } = app
  const zone = await marketZone(db, scope)
  const [{ rows, nextCursor }, market, isEverywhere] = await Promise.all([
    listCoupons(db, scope, cursor),
    findMarket(db, scope.marketId),
    mayInEveryCity(db, scope.userId, 'catalogue'),
  ])
  return {
    today: dateAt(now, zone),
    marketName: market?.name ?? '',
    mayWriteForEveryone: isEverywhere,
    coupons: rows.map((row) => shown(row, zone, now)),
    nextCursor,
  }
}

export async function readCoupon(app: App, scope: OperatorScope, code: string, now: Instant) {
  const { db } = app
  const row = await findShownCoupon(db, scope, code)
  if (row === undefined) throw new Refused('not_found')
  const [zone, versions, isEverywhere] = await Promise.all([
    marketZone(db, scope),
    listVersions(db, scope, row.code),
    mayInEveryCity(db, scope.userId, 'catalogue'),
  ])
  return {
    ...shown(row, zone, now),
    mayChange: isEverywhere || row.market_id !== null,
    history: versions.map((version) => ({
      kind: version.kind,
      facts: version.facts,
      savedAt: version.saved_at,
      savedByName: version.saved_by_name,
    })),
  }
}

export async function readUses(
  app: App,
  scope: OperatorScope,
  query: { readonly code: string; readonly cursor?: string | undefined },
) {
  const coupon = await findShownCoupon(app.db, scope, query.code)
  if (coupon === undefined) throw new Refused('not_found')
  const { rows, nextCursor } = await listUses(app.db, scope, { ...query, code: coupon.code })
  return {
    uses: rows.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      customerName: row.customer_name,
      serviceKey: row.service_key,
      amountCents: cents(row.amount_cents),
      usedAt: row.used_at,
      visitId: row.visit_id,
    })),
    nextCursor,
  }
}

/** What an operator wrote, as it stands. */
export function factsOf(row: CouponRow, zone: string) {
  const { creditCents, shareBasisPoints, mostUses, mostUsesEach, budgetCents } = termsOf(row)
  return {
    name: row.name,
    creditCents,
    shareBasisPoints,
    mostUses,
    mostUsesEach,
    budgetCents,
    from: row.valid_from === null ? null : dateAt(row.valid_from, zone),
    // It ends with the midnight after its last day.
    until: row.valid_until === null ? null : dateAt(instant(row.valid_until - 1), zone),
    isOfMarket: row.market_id !== null,
    serviceKey: row.service_key,
    isFirstOrderOnly: row.is_first_order_only,
    endedFrom: row.ended_from === null ? null : dateAt(row.ended_from, zone),
  }
}

function shown(row: CouponRow, zone: string, now: Instant) {
  return {
    ...factsOf(row, zone),
    code: row.code,
    version: row.version,
    state: couponState(termsOf(row), now),
    useCount: row.use_count,
    givenCents: cents(row.given_cents),
  }
}
