/** Visits with all that must be known to offer them. */
import { sql } from 'kysely'
import type { LatLng } from '#domain/geo.ts'
import type { PropertyId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { FACT_COLUMNS, factsOf, type LoadedVisit } from '../visits/fact-queries.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

export type OfferedVisit = LoadedVisit & {
  readonly place: LatLng
  readonly neighbourhood: string | null
  readonly propertyId: PropertyId
  readonly propertyName: string
  readonly address: string | null
  readonly quantity: number
  readonly serviceKey: string
  readonly serviceName: { readonly en: string; readonly es: string }
  readonly durationMinutes: number
  /** Before any raise; null where the service has no price there. */
  readonly crewPayCents: Cents | null
}

/** Sorted by id. Locked, they stay as they are until the caller's transaction ends. */
export async function readOfferedVisits(
  db: Db,
  visitIds: readonly VisitId[],
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<OfferedVisit[]> {
  if (visitIds.length === 0) return []
  const rows = await select(db, visitIds, isLocked)
  const payOf = await readPays(db, rows)
  return rows.map((row, index) => ({
    ...factsOf(row),
    marketId: row.market_id,
    place: { lat: row.lat, lng: row.lng },
    neighbourhood: row.neighbourhood,
    propertyId: row.property_id,
    propertyName: row.property_name,
    address: row.address,
    quantity: row.quantity,
    serviceKey: row.service_key,
    serviceName: { en: row.name_en, es: row.name_es },
    durationMinutes: visitMinutes(
      { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit },
      row.quantity,
    ),
    crewPayCents: payOf(row, index),
  }))
}

/** Still wanted, and nobody has it. */
export function isOpen(visit: Pick<OfferedVisit, 'state' | 'crewId' | 'endsAt'>, now: Instant): boolean {
  return (
    visit.crewId === null && (visit.state === 'scheduled' || visit.state === 'reopened') && now < visit.endsAt
  )
}

function select(db: Db, visitIds: readonly VisitId[], isLocked: boolean) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('on_demand_order', 'on_demand_order.visit_id', 'visit.id')
    .where(sql<boolean>`visit.id = any(${[...visitIds]}::uuid[])`)
    .orderBy('visit.id')
    .select([
      ...FACT_COLUMNS,
      'visit.property_id',
      'visit.quantity',
      'visit.service_key',
      'visit.price_lines',
      'customer.market_id',
      'property.group_id',
      'property.lat',
      'property.lng',
      'property.neighbourhood',
      'property.name as property_name',
      'property.address',
      'service.name_en',
      'service.name_es',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
      // The price of an order holds from the moment it was booked.
      'on_demand_order.price_lines as ordered_lines',
    ])
    .$if(isLocked, (query) => query.forUpdate('visit'))
    .execute()
}

type Row = Awaited<ReturnType<typeof select>>[number]

async function readPays(db: Db, rows: readonly Row[]): Promise<(row: Row, index: number) => Cents | null> {
  const rateCard = await readRateCard(db, {
    propertyIds: rows.map((row) => row.property_id),
    groupIds: rows.map((row) => row.group_id),
  })
  const marketId = rows[0]?.market_id
  const settings = marketId === undefined ? null : await settingsTimeline(db, marketId)
  return (row) => {
    const frozen = row.price_lines ?? row.ordered_lines
    const priced = {
      propertyId: row.property_id,
      groupId: row.group_id,
      zone: row.time_zone,
      serviceKey: row.service_key,
      quantity: row.quantity,
      date: row.date,
    }
    // The market's tax is the customer's: it does not change what the crew earns.
    const lines = frozen ?? (settings === null ? null : linesOfVisit(rateCard, priced, settings))
    return lines === null ? null : crewPayFor(lines, settingsOn(settings!, row.date, row.time_zone))
  }
}
