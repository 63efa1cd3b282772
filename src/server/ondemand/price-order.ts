/** The exact price of an order: what is shown, what the card holds, what the finished work costs. */
import type { LatLng } from '#domain/geo.ts'
import type { PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { cancellationRules } from '#domain/ondemand/cancellation.ts'
import { type OrderWindow, orderWindow, type WantedTime } from '#domain/ondemand/window.ts'
import type { CouponGift } from '#domain/pricing/coupons.ts'
import { customerTotalOf, type LineItem } from '#domain/pricing/lines.ts'
import { priceVisit } from '#domain/pricing/price.ts'
import { isRefusal } from '#domain/refusals.ts'
import { settingsIn, settingsOn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import { findGift, findGuestGift } from '../coupons/find-gift.ts'
import type { Db } from '../db/client.ts'
import { checkOffer } from '../markets/check-offer.ts'
import { marketAt } from '../markets/queries.ts'
import { readRateCard } from '../prices/queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findOwnProperty, isOnDemandService } from './place-queries.ts'

export type OrderSite = {
  readonly marketId: string
  readonly timeZone: string
  readonly propertyId: PropertyId | null
  readonly groupId: PropertyGroupId | null
}

export type PricedOrder = {
  readonly window: OrderWindow
  readonly lines: readonly LineItem[]
  readonly totalCents: Cents
  /** What cancelling costs, as stated when the order is booked. */
  readonly rules: ReturnType<typeof cancellationRules>
}

type Wanted = { readonly serviceKey: string; readonly quantity: number; readonly when: WantedTime }

/** Throws the reason under the field that it is about. */
export async function priceOrder(
  db: Db,
  wanted: Wanted,
  { site, coupon, now }: { site: OrderSite; coupon: CouponGift | null; now: Instant },
): Promise<PricedOrder> {
  if (!(await isOnDemandService(db, wanted.serviceKey)))
    throw new Refused('not_on_demand', { at: 'serviceKey' })
  await checkOffer(db, site.marketId, [{ key: wanted.serviceKey, at: 'serviceKey' }])
  const settings = await settingsTimeline(db, site.marketId)
  const window = orderWindow(wanted.when, {
    now,
    zone: site.timeZone,
    settings: settingsIn(settings, now),
  })
  if (isRefusal(window)) throw new Refused(window.refused, { at: 'when' })
  const rateCard = await readRateCard(db, {
    propertyIds: site.propertyId === null ? [] : [site.propertyId],
    groupIds: [site.groupId],
    marketId: site.marketId,
  })
  const price = rateCard.pick({
    serviceKey: wanted.serviceKey,
    propertyId: site.propertyId,
    groupId: site.groupId,
    zone: site.timeZone,
    date: window.date,
  })
  if (price === null) throw new Refused('no_price')
  const lines = unlessRefused(
    priceVisit({
      price,
      serviceKey: wanted.serviceKey,
      quantity: wanted.quantity,
      date: window.date,
      isSameDay: window.isSameDay,
      isLongCarry: false,
      coupon,
      exemptionId: rateCard.exemptionOf(site.propertyId, window.date),
      settings: settingsOn(settings, window.date, site.timeZone),
    }),
  )
  const rules = cancellationRules(lines, settingsIn(settings, now))
  return { window, lines, totalCents: customerTotalOf(lines), rules }
}

/** One of the customer's own places. */
export async function siteOfProperty(
  db: Db,
  scope: CustomerScope,
  propertyId: PropertyId,
): Promise<OrderSite> {
  const row = await findOwnProperty(db, scope, propertyId)
  if (row === undefined) throw new Refused('not_found')
  return { marketId: scope.marketId, timeZone: row.time_zone, propertyId, groupId: row.group_id }
}

/** A place that is nobody's property yet. */
export async function siteOfPlace(db: Db, place: LatLng): Promise<OrderSite> {
  const market = await marketAt(db, place)
  if (market === null) throw new Refused('coordinates_out_of_range', { at: 'place' })
  if (market.state !== 'open') throw new Refused('market_not_open', { at: 'place' })
  return { marketId: market.id, timeZone: market.timeZone, propertyId: null, groupId: null }
}

/** What a coupon gives: of a customer its own, of a guest the one whose code it brings. */
export async function giftFor(
  db: Db,
  {
    customerId,
    couponCode = '',
    site,
    now,
  }: { customerId: UserId | null; couponCode?: string | undefined; site: OrderSite; now: Instant },
): Promise<CouponGift | null> {
  if (customerId !== null) return findGift(db, customerId, now)
  return couponCode === '' ? null : findGuestGift(db, { code: couponCode, marketId: site.marketId }, now)
}

export function quoteReply({ window, lines, totalCents, rules }: PricedOrder, site: OrderSite) {
  return {
    lines: [...lines],
    totalCents,
    date: window.date,
    startsAt: window.startsAt,
    endsAt: window.endsAt,
    timeZone: site.timeZone,
    rules,
  }
}
