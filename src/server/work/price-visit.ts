/** The lines by which a visit is paid when it is completed, and before that what they would be. */
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { CouponGift } from '#domain/pricing/coupons.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { withRaise } from '#domain/pricing/raise.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { addApprovedWork } from '../prices/add-approved-work.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { orderedLines, readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findCustomerTerms } from './completion-queries.ts'
import type { CrewVisitRow } from './queries.ts'

/** What a customer's coupon gives; whoever completes the visit locks it. */
type FindGift = (db: Db, customerId: UserId, now: Instant) => Promise<CouponGift | null>

/**
 * With the extra work that the customer approved, and what was promised to the crew when it accepted the visit; what
 * was booked before stays as it was. Null where the work has no price.
 */
export async function priceVisit(
  db: Db,
  row: CrewVisitRow,
  now: Instant,
  findGift: FindGift,
): Promise<readonly LineItem[] | null> {
  const lines = await frozenLines(db, row, now, findGift)
  if (lines === null || row.crew_pay_cents !== null) return lines
  return withRaise(await addApprovedWork(db, row, lines), cents(row.offer_raise_cents))
}

/**
 * The price in force on the visit's day, less what the customer's coupon gives. A visit that was reopened keeps
 * the price that was frozen the first time.
 */
async function frozenLines(
  db: Db,
  row: CrewVisitRow,
  now: Instant,
  findGift: FindGift,
): Promise<readonly LineItem[] | null> {
  if (row.price_lines !== null) return row.price_lines
  const ordered = await orderedLines(db, row.id)
  if (ordered !== null) return ordered
  const customer = await findCustomerTerms(db, row.customer_id)
  const place = { propertyIds: [row.property_id], groupIds: [row.group_id] }
  const [rateCard, settings] = [await readRateCard(db, place), await settingsTimeline(db, customer.market_id)]
  return linesOfVisit(
    rateCard,
    {
      propertyId: row.property_id,
      groupId: row.group_id,
      zone: row.time_zone,
      serviceKey: row.service_key,
      quantity: row.quantity,
      date: row.date,
    },
    settings,
    customer.coupon_code === null ? null : await findGift(db, row.customer_id, now),
  )
}
