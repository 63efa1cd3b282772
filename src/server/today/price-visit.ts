/** What the acts of the day need to know of a visit, beyond what the lifecycle knows. */

import type { LineItem } from '#domain/pricing/lines.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { orderedLines, readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import type { ActFacts } from './queries.ts'

/** The lines frozen or agreed on, else those by the prices in force, without coupon. Empty where nothing is priced. */
export async function priceLinesOf(db: Db, row: ActFacts): Promise<readonly LineItem[]> {
  if (row.price_lines !== null) return row.price_lines
  const ordered = row.weekly_job_id === null ? await orderedLines(db, row.id) : null
  if (ordered !== null) return ordered
  const place = { propertyIds: [row.property_id], groupIds: [row.group_id] }
  const book = await readRateCard(db, place)
  const visit = {
    propertyId: row.property_id,
    groupId: row.group_id,
    zone: row.time_zone,
    serviceKey: row.service_key,
    quantity: row.quantity,
    date: row.date,
  }
  return linesOfVisit(book, visit, await settingsTimeline(db, row.market_id)) ?? []
}
