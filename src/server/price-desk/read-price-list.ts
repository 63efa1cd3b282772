/** What is sold and for how much, as operators see it. */
import { cents } from '#domain/money.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { mayInEveryCity } from '../http/role-queries.ts'
import { marketZone } from '../market-zone.ts'
import { findMarket } from '../markets/queries.ts'
import { listServices } from '../prices/queries.ts'
import type { OperatorScope } from '../scope.ts'
import { countSpecialPrices, listSpecialPrices, listWidePrices } from './price-queries.ts'

export async function readPriceList(app: App, scope: OperatorScope, now: Instant) {
  const zone = await marketZone(app.db, scope)
  const [services, prices, special, market, isEverywhere] = await Promise.all([
    listServices(app.db),
    listWidePrices(app.db, scope, now),
    countSpecialPrices(app.db, scope),
    findMarket(app.db, scope.marketId),
    mayInEveryCity(app.db, scope.userId, 'catalogue'),
  ])
  return {
    today: dateAt(now, zone),
    marketName: market?.name ?? '',
    maySetForEveryone: isEverywhere,
    services: services.map((service) => {
      const wide = prices.filter(({ service_key }) => service_key === service.key)
      const everybodys = datesOf(
        wide.filter((row) => row.market_id === null),
        zone,
      )
      const ofMarket = datesOf(
        wide.filter((row) => row.market_id !== null),
        zone,
      )
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
        ...everybodys,
        ofMarket,
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
      isLast: row.is_last,
      groupId: row.group_id,
      propertyId: row.property_id,
      name: row.name,
      customerName: row.customer_name,
    })),
  }
}

type Wide = Row & { readonly is_upcoming: boolean }

function datesOf(rows: readonly Wide[], zone: string) {
  const history = rows.filter((row) => !row.is_upcoming).map((row) => datedOf(row, zone))
  const [newest] = history
  return {
    price: newest === undefined || newest.isEnd ? null : newest,
    upcoming: rows.filter((row) => row.is_upcoming).map((row) => datedOf(row, zone)),
    history,
  }
}

type Row = {
  readonly is_end: boolean
  readonly from_day: LocalDate | null
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
    isEnd: row.is_end,
    from: row.from_day ?? dateAt(row.in_force_from, zone),
    writerName: row.writer_name,
    writtenAt: row.created_at,
  }
}
