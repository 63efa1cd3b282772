/** The catalogue, and the prices in force for given places. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId, TaxExemptionId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { type Price, pickPrice } from '#domain/pricing/price.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { type Exemptions, exemptionOn, exemptionsAt } from './exemption-queries.ts'

export type PriceRow = Awaited<ReturnType<typeof pricesOfCustomer>>[number]

/** Answers the price of a service at a place on a day; null where there is none. */
export type RateCard = {
  pick(place: {
    serviceKey: string
    propertyId: PropertyId | null
    groupId: PropertyGroupId | null
    zone: string
    date: LocalDate
  }): Price | null
  /** The certificate by which the place's customer pays no sales tax on a day. */
  exemptionOf(propertyId: PropertyId | null, date: LocalDate): TaxExemptionId | null
}

/** What is sold, in the sequence of the catalogue. */
export function listServices(db: Db) {
  return db
    .selectFrom('service')
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('key')
    .selectAll()
    .execute()
}

/**
 * The prices that can hold for some places: everybody's, and those of the properties and groups named. Prices are
 * few beside places, so a rate card is read once and asked for every visit.
 */
export async function readRateCard(
  db: Db,
  { propertyIds, groupIds, marketId = null }: Priced,
): Promise<RateCard> {
  const scopeIds = [...new Set([...propertyIds, ...groupIds.filter((groupId) => groupId !== null)])]
  const markets = await marketsOfProperties(db, propertyIds)
  const marketIds = [...new Set([...markets.values(), ...(marketId === null ? [] : [marketId])])]
  return createRateCard(
    await findPrices(db, scopeIds, marketIds),
    await exemptionsAt(db, propertyIds),
    (propertyId) => (propertyId === null ? marketId : (markets.get(propertyId) ?? marketId)),
  )
}

type Priced = {
  readonly propertyIds: readonly PropertyId[]
  readonly groupIds: readonly (string | null)[]
  /** Of places that are not named: a street, or jobs without a price of their own. */
  readonly marketId?: string | null
}

/**
 * The newest price of each service and scope that concerns a customer, as of a moment. A price of the market stands in
 * for everybody's there.
 */
export async function pricesOfCustomer(
  db: Db,
  { customerId, marketId }: { customerId: UserId | null; marketId: string | null },
  now: Instant,
) {
  const newest = await newestPrices(db, { customerId, marketId }, now)
  const held = newest.filter((row) => !row.is_end)
  const ofMarket = new Set(held.filter((row) => row.scope === 'market').map((row) => row.service_key))
  return held.flatMap(({ scope, ...row }) => {
    if (scope === 'market') return [{ ...row, scope: 'default' as const }]
    return scope === 'default' && ofMarket.has(row.service_key) ? [] : [{ ...row, scope }]
  })
}

function newestPrices(
  db: Db,
  { customerId, marketId }: { customerId: UserId | null; marketId: string | null },
  now: Instant,
) {
  return db
    .selectFrom('price')
    .distinctOn(['service_key', 'scope', 'scope_id'])
    .where('in_force_from', '<=', toTimestamp(now))
    .where((where) =>
      where.or([
        where('scope', '=', 'default'),
        where('market_id', '=', marketId),
        where('scope_id', 'in', (from) =>
          from
            .selectFrom('property')
            .where('customer_id', '=', customerId)
            .where('removed_at', 'is', null)
            .select('id'),
        ),
        where('scope_id', 'in', (from) =>
          from.selectFrom('property_group').where('customer_id', '=', customerId).select('id'),
        ),
      ]),
    )
    .orderBy('service_key')
    .orderBy('scope')
    .orderBy('scope_id')
    .orderBy('in_force_from', 'desc')
    .orderBy('created_at', 'desc')
    .limit(5_000)
    .selectAll()
    .execute()
}

export function hasCard(db: Db, scope: CustomerScope): Promise<boolean> {
  return db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .select('user_id')
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

/** A place is in the market of whose it is. */
async function marketsOfProperties(
  db: Db,
  propertyIds: readonly PropertyId[],
): Promise<ReadonlyMap<PropertyId, string>> {
  if (propertyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('property')
    .innerJoin('users as owner', 'owner.id', 'property.customer_id')
    .where(sql<boolean>`property.id = any(${[...new Set(propertyIds)]}::uuid[])`)
    .select(['property.id', 'owner.market_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.market_id]))
}

function findPrices(db: Db, scopeIds: readonly string[], marketIds: readonly string[]) {
  return db
    .selectFrom('price')
    .where((where) =>
      where.or([
        where('scope', '=', 'default'),
        sql<boolean>`scope_id = any(${[...scopeIds]}::uuid[])`,
        sql<boolean>`market_id = any(${[...marketIds]}::text[])`,
      ]),
    )
    .orderBy('in_force_from')
    .orderBy('created_at')
    .selectAll()
    .execute()
}

type FoundPrice = Awaited<ReturnType<typeof findPrices>>[number]

/** Rows must come oldest first: of two prices from one day the later holds. */
function createRateCard(
  rows: readonly FoundPrice[],
  exemptions: Exemptions,
  marketOf: (propertyId: PropertyId | null) => string | null,
): RateCard {
  const byKey = Map.groupBy(rows, (row) => `${row.service_key}|${row.scope_id ?? row.market_id ?? ''}`)
  const inZone = new Map<string, Price[]>()
  const pricesAt = (serviceKey: string, scopeId: string, zone: string): Price[] => {
    const key = `${serviceKey}|${scopeId}`
    const known = inZone.get(`${key}|${zone}`)
    if (known !== undefined) return known
    const prices = (byKey.get(key) ?? []).map((row) => toPrice(row, zone))
    inZone.set(`${key}|${zone}`, prices)
    return prices
  }
  return {
    pick: ({ serviceKey, propertyId, groupId, zone, date }) => {
      const marketId = marketOf(propertyId)
      const scopes = ['', ...[marketId, groupId, propertyId].filter((scope) => scope !== null)]
      const candidates = scopes.flatMap((scopeId) => pricesAt(serviceKey, scopeId, zone))
      return pickPrice(candidates, serviceKey, { placeId: propertyId, groupId, marketId }, date)
    },
    exemptionOf: (propertyId, date) =>
      propertyId === null ? null : exemptionOn(exemptions, propertyId, date),
  }
}

function toPrice(row: FoundPrice, zone: string): Price {
  return {
    serviceKey: row.service_key,
    scope: scopeOf(row),
    effectiveFrom: row.from_day ?? dateAt(row.in_force_from, zone),
    baseCents: cents(row.base_cents),
    unitCents: cents(row.unit_cents),
    minimumCents: cents(row.minimum_cents),
    isEnd: row.is_end,
  }
}

function scopeOf(row: FoundPrice): Price['scope'] {
  if (row.scope === 'default') return { kind: 'default' }
  if (row.scope === 'market') return { kind: 'market', marketId: row.market_id! }
  if (row.scope === 'group') return { kind: 'group', groupId: row.scope_id! }
  return { kind: 'place', placeId: row.scope_id! }
}

/** What an on-demand order agreed on, which its finished work costs; null for a visit of a weekly job. */
export async function orderedLines(db: Db, visitId: VisitId): Promise<readonly LineItem[] | null> {
  const row = await db
    .selectFrom('on_demand_order')
    .where('visit_id', '=', visitId)
    .select('price_lines')
    .executeTakeFirst()
  return row?.price_lines ?? null
}

/** The extra work of a visit that its customer approved, as it was proposed. */
export function findApprovedWork(db: Db, visitId: VisitId) {
  return db
    .selectFrom('extra_work')
    .where('visit_id', '=', visitId)
    .where('state', '=', 'approved')
    .orderBy('proposed_at')
    .orderBy('id')
    .select(['note', 'amount_cents'])
    .execute()
}
