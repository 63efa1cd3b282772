/** The price lines of many visits at once: for lists and quotes, and to freeze them when a visit is completed. */
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { CouponGift } from '#domain/pricing/coupons.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { priceVisit } from '#domain/pricing/price.ts'
import { isRefusal } from '#domain/refusals.ts'
import { type SettingsTimeline, settingsOn } from '#domain/settings/book.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type RateCard, readRateCard } from './queries.ts'

export type PricedVisit = {
  readonly propertyId: PropertyId
  readonly groupId: PropertyGroupId | null
  readonly zone: string
  readonly serviceKey: string
  readonly quantity: number
  /** The day of the visit: weekends cost more. */
  readonly date: LocalDate
}

/** Visit by visit, without coupon; null where the service has no price there. */
export async function linesOfVisits(
  db: Db,
  visits: readonly PricedVisit[],
  { settings }: { settings: SettingsTimeline },
): Promise<(LineItem[] | null)[]> {
  if (visits.length === 0) return []
  const rateCard = await readRateCard(db, {
    propertyIds: visits.map((visit) => visit.propertyId),
    groupIds: visits.map((visit) => visit.groupId),
  })
  return visits.map((visit) => linesOfVisit(rateCard, visit, settings))
}

export function linesOfVisit(
  rateCard: RateCard,
  visit: PricedVisit,
  settings: SettingsTimeline,
  coupon: CouponGift | null = null,
): LineItem[] | null {
  const price = rateCard.pick(visit)
  if (price === null) return null
  const lines = priceVisit({
    price,
    serviceKey: visit.serviceKey,
    quantity: visit.quantity,
    date: visit.date,
    isSameDay: false,
    isLongCarry: false,
    coupon,
    exemptionId: rateCard.exemptionOf(visit.propertyId, visit.date),
    settings: settingsOn(settings, visit.date, visit.zone),
  })
  return isRefusal(lines) ? null : lines
}
