/** What the acts of the day need to know of a visit, beyond what the lifecycle knows. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import type { Db } from '../db/client.ts'
import { orderedLines } from '../prices/ordered-lines.ts'
import { readPriceBook } from '../prices/queries.ts'
import { linesOfVisit } from '../prices/visit-lines.ts'
import { settingsTimeline } from '../settings/settings-at.ts'

export type ActFacts = NonNullable<Awaited<ReturnType<typeof findActFacts>>>

export function findActFacts(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .select([
      'visit.id',
      'visit.weekly_job_id',
      'visit.customer_id',
      'visit.crew_id',
      'visit.property_id',
      'visit.service_key',
      'visit.quantity',
      'visit.state',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.started_at',
      'visit.completed_at',
      'visit.expected_at',
      'visit.late_told_at',
      'visit.missed_reason',
      'visit.price_lines',
      'property.name as place_name',
      'property.group_id',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'service.name_en',
      'service.name_es',
      'customer.market_id',
      'crew.name as crew_name',
    ])
    .executeTakeFirst()
}

/** Others learn a crew's first name only. */
export function firstNameOf(name: string | null): string | null {
  return name === null ? null : firstName(name)
}

/** The lines frozen or agreed on, else those by the prices in force, without coupon. Empty where nothing is priced. */
export async function priceLinesOf(db: Db, row: ActFacts): Promise<readonly LineItem[]> {
  if (row.price_lines !== null) return row.price_lines
  const ordered = row.weekly_job_id === null ? await orderedLines(db, row.id) : null
  if (ordered !== null) return ordered
  const place = { propertyIds: [row.property_id], groupIds: [row.group_id] }
  const book = await readPriceBook(db, place)
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
