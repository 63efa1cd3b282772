/** What crews earn for the visits of a board: thousands of them, of which many are priced alike. */
import { addCents, type Cents } from '#domain/money.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import { findPlacesWithOwnPrices } from '../assignments/queries.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import type { OfMarket, VisitRow } from './queries.ts'

/** Null where the service has no price there. A raise that was offered is in it. */
export async function readPays(
  db: Db,
  { marketId }: OfMarket,
  rows: readonly VisitRow[],
): Promise<(row: VisitRow) => Cents | null> {
  const special = await findPlacesWithOwnPrices(db)
  const isSpecial = (row: VisitRow) =>
    special.has(row.property_id) || (row.group_id !== null && special.has(row.group_id))
  const own = rows.filter(isSpecial)
  const rateCard = await readRateCard(db, {
    propertyIds: own.map((row) => row.property_id),
    groupIds: own.map((row) => row.group_id),
  })
  const settings = await settingsTimeline(db, marketId)
  const known = new Map<string, Cents | null>()
  const payOf = (row: VisitRow): Cents | null => {
    const frozen = row.price_lines ?? row.ordered_lines
    const priced = {
      propertyId: row.property_id,
      groupId: row.group_id,
      zone: row.time_zone,
      serviceKey: row.service_key,
      quantity: row.quantity,
      date: row.date,
    }
    const place = frozen !== null ? row.id : isSpecial(row) ? row.property_id : ''
    const key = `${row.service_key}|${row.quantity}|${row.date}|${row.time_zone}|${place}`
    const before = known.get(key)
    if (before !== undefined) return before
    const lines = frozen ?? linesOfVisit(rateCard, priced, settings)
    const pay = lines === null ? null : crewPayFor(lines, settingsOn(settings, row.date, row.time_zone))
    known.set(key, pay)
    return pay
  }
  return (row) => {
    if (row.crew_pay_cents !== null) return row.crew_pay_cents
    const pay = payOf(row)
    return pay === null ? null : addCents(pay, row.offer_raise_cents)
  }
}
