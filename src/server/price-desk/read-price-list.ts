/** What is sold and for how much, as operators see it. */
import { cents } from '#domain/money.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { marketZone } from '../market-zone.ts'
import { listServices } from '../prices/queries.ts'
import type { OperatorScope } from '../scope.ts'
import { countSpecialPrices, listEverybodysPrices, listSpecialPrices } from './price-queries.ts'

export async function readPriceList(app: App, scope: OperatorScope, now: Instant) {
  const zone = await marketZone(app.db, scope)
  const [services, prices, special] = await Promise.all([
    listServices(app.db),
    listEverybodysPrices(app.db, now),
    countSpecialPrices(app.db, scope),
  ])
  return {
    today: dateAt(now, zone),
    services: services.map((service) => {
      const own = prices.filter(({ service_key }) => service_key === service.key)
      const shown = own.map((row) => ({ isUpcoming: row.is_upcoming, dated: datedOf(row, zone) }))
      const history = shown.filter(({ isUpcoming }) => !isUpcoming).map(({ dated }) => dated)
      return {
        key: service.key,
        nameEn: service.name_en,
        nameEs: service.name_es,
        unitEn: service.unit_en,
        unitEs: service.unit_es,
        unitsEn: service.units_en,
        unitsEs: service.units_es,
        icon: service.icon,
        isWeekly: service.is_weekly,
        minutes: service.minutes,
        minutesPerUnit: service.minutes_per_unit,
        photosRequired: service.photos_required,
        price: history[0] ?? null,
        upcoming: shown.filter(({ isUpcoming }) => isUpcoming).map(({ dated }) => dated),
        history,
        specialCount: special.get(service.key) ?? 0,
      }
    }),
  }
}

export async function readSpecialPrices(
  app: App,
  scope: OperatorScope,
  query: { serviceKey: string; cursor?: string | undefined },
) {
  const zone = await marketZone(app.db, scope)
  const { rows, nextCursor } = await listSpecialPrices(app.db, scope, query)
  return {
    nextCursor,
    prices: rows.map((row) => ({
      ...datedOf(row, zone),
      id: row.id,
      groupId: row.group_id,
      propertyId: row.property_id,
      name: row.name,
      customerName: row.customer_name,
    })),
  }
}

type Row = {
  readonly base_cents: number
  readonly unit_cents: number
  readonly minimum_cents: number
  readonly in_force_from: Instant
  readonly created_at: Instant
  readonly writer_name: string | null
}

function datedOf(row: Row, zone: string) {
  return {
    baseCents: cents(row.base_cents),
    unitCents: cents(row.unit_cents),
    minimumCents: cents(row.minimum_cents),
    from: dateAt(row.in_force_from, zone),
    writerName: row.writer_name,
    writtenAt: row.created_at,
  }
}
