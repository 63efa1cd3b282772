/** Prices with who set them, and the weekly jobs that a price decides. */
import { sql } from 'kysely'
import type { PriceId, PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { AlikeJobs } from '#domain/pricing/price.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, containing, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

/** Without a group and a place it is everybody's. */
export type PriceScopeIds = {
  readonly groupId: PropertyGroupId | null
  readonly propertyId: PropertyId | null
}

/** The jobs of a service that a scope's price decides from a day on: none that have a price closer to them by then. */
export type Reach = PriceScopeIds & {
  readonly serviceKey: string
  readonly from: LocalDate
  readonly at: Instant
}

const DATED_SHOWN = 20
const SPECIAL_SHOWN = 50
const SCOPES_FOUND = 20
const CUSTOMERS_AT_ONCE = 200

/** Of each service the prices for everybody, newest first: those that come and the last that held. */
export async function listEverybodysPrices(db: Db, now: Instant) {
  const rows = await sql<{
    service_key: string
    base_cents: number
    unit_cents: number
    minimum_cents: number
    in_force_from: Instant
    created_at: Instant
    writer_name: string | null
    is_upcoming: boolean
  }>`
    select shown.*, writer.name as writer_name
    from service
    cross join lateral (
      (select service_key, base_cents, unit_cents, minimum_cents, in_force_from, created_at, written_by,
          true as is_upcoming
        from price where service_key = service.key and scope = 'default' and in_force_from > ${toTimestamp(now)}
        order by in_force_from, created_at limit ${DATED_SHOWN})
      union all
      (select service_key, base_cents, unit_cents, minimum_cents, in_force_from, created_at, written_by,
          false as is_upcoming
        from price where service_key = service.key and scope = 'default' and in_force_from <= ${toTimestamp(now)}
        order by in_force_from desc, created_at desc limit ${DATED_SHOWN})
    ) as shown
    left join users writer on writer.id = shown.written_by
    where service.is_active
  `.execute(db)
  return rows.rows
}

/** How many groups and places of the market have prices of their own, by service. */
export async function countSpecialPrices(db: Db, { marketId }: OperatorScope): Promise<Map<string, number>> {
  const rows = await sql<{ service_key: string; count: number }>`
    select price.service_key, count(distinct price.scope_id)::int as count
    from price
    left join property on property.id = price.scope_id
    left join property_group on property_group.id = price.scope_id
    join users owner on owner.id = coalesce(property.customer_id, property_group.customer_id)
    where price.scope <> 'default' and owner.market_id = ${marketId}
    group by price.service_key
  `.execute(db)
  return new Map(rows.rows.map((row) => [row.service_key, row.count]))
}

export async function listSpecialPrices(
  db: Db,
  { marketId }: OperatorScope,
  { serviceKey, cursor }: { serviceKey: string; cursor?: string | undefined },
) {
  const mark = readTimeMark(cursor)
  const rows = await db
    .selectFrom('price')
    .leftJoin('property', 'property.id', 'price.scope_id')
    .leftJoin('property_group', 'property_group.id', 'price.scope_id')
    .innerJoin('users as owner', (join) =>
      join.on(sql<boolean>`owner.id = coalesce(property.customer_id, property_group.customer_id)`),
    )
    .leftJoin('users as writer', 'writer.id', 'price.written_by')
    .where('price.service_key', '=', serviceKey)
    .where('price.scope', '<>', 'default')
    .where('owner.market_id', '=', marketId)
    .$if(mark !== undefined, (query) =>
      query.where(
        sql<boolean>`(price.created_at, price.id) < (${mark?.value}::timestamptz, ${mark?.id}::uuid)`,
      ),
    )
    .orderBy('price.created_at', 'desc')
    .orderBy('price.id', 'desc')
    .limit(SPECIAL_SHOWN + 1)
    .select([
      'price.id',
      'price.base_cents',
      'price.unit_cents',
      'price.minimum_cents',
      'price.in_force_from',
      'price.created_at',
      'property.id as property_id',
      'property_group.id as group_id',
      sql<string>`coalesce(property.name, property_group.name)`.as('name'),
      'owner.name as customer_name',
      'writer.name as writer_name',
      sql<string>`price.created_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, SPECIAL_SHOWN)
}

/** Groups before places. */
export async function findScopes(db: Db, { marketId }: OperatorScope, search: string) {
  const pattern = containing(search)
  const { rows } = await sql<{
    group_id: PropertyGroupId | null
    property_id: PropertyId | null
    name: string
    customer_name: string
  }>`
    (select property_group.id as group_id, null::uuid as property_id, property_group.name, owner.name as customer_name
      from property_group join users owner on owner.id = property_group.customer_id
      where owner.market_id = ${marketId} and (property_group.name ilike ${pattern} or owner.name ilike ${pattern})
      order by property_group.name, property_group.id limit ${SCOPES_FOUND})
    union all
    (select null, property.id, property.name, owner.name
      from property join users owner on owner.id = property.customer_id
      where owner.market_id = ${marketId} and property.removed_at is null
        and (property.name ilike ${pattern} or property.address ilike ${pattern} or owner.name ilike ${pattern})
      order by property.name, property.id limit ${SCOPES_FOUND})
  `.execute(db)
  return rows.slice(0, SCOPES_FOUND)
}

/** A group, or a place with the group in which it is; undefined where the market has no such one. */
export function findScope(db: Db, { marketId }: OperatorScope, { groupId, propertyId }: PriceScopeIds) {
  return sql<{ group_id: PropertyGroupId | null }>`
    select found.group_id
    from (
      select property.group_id, property.customer_id from property
      where property.id = ${propertyId} and property.removed_at is null
      union all
      select property_group.id, property_group.customer_id from property_group where property_group.id = ${groupId}
    ) as found
    join users owner on owner.id = found.customer_id
    where owner.market_id = ${marketId}
  `
    .execute(db)
    .then(({ rows }) => rows[0])
}

export function findService(db: Db, key: string) {
  return db
    .selectFrom('service')
    .where('key', '=', key)
    .where('is_active', '=', true)
    .selectAll()
    .executeTakeFirst()
}

/** Alike ones together, with how many customers have them. */
export async function touchedJobs(db: Db, reach: Reach): Promise<{ alike: AlikeJobs[]; customers: number }> {
  const { rows } = await sql<{ jobs: number; quantity: number; per_week: number; customers: number }>`
    with touched as (${touched(reach)})
    select count(*)::int as jobs, quantity, per_week,
      (select count(distinct customer_id)::int from touched) as customers
    from touched group by quantity, per_week
  `.execute(db)
  return {
    alike: rows.map(({ jobs, quantity, per_week }) => ({ jobs, quantity, visitsPerWeek: per_week })),
    customers: rows[0]?.customers ?? 0,
  }
}

/** A page of the customers who have such jobs, each with all of them. */
export async function touchedCustomers(db: Db, reach: Reach, after: UserId | null) {
  const { rows } = await sql<{ customer_id: UserId; jobs: number; quantity: number; per_week: number }>`
    with touched as (${touched(reach)}),
    page as (
      select distinct customer_id from touched
      where ${after}::uuid is null or customer_id > ${after}::uuid
      order by customer_id limit ${CUSTOMERS_AT_ONCE}
    )
    select customer_id, count(*)::int as jobs, quantity, per_week
    from touched join page using (customer_id)
    group by customer_id, quantity, per_week
    order by customer_id
  `.execute(db)
  const byCustomer = Map.groupBy(rows, (row) => row.customer_id)
  const people = [...byCustomer].map(([customerId, jobs]) => ({
    customerId,
    alike: jobs.map(
      (row): AlikeJobs => ({
        jobs: row.jobs,
        quantity: row.quantity,
        visitsPerWeek: row.per_week,
      }),
    ),
  }))
  return { people, isLast: people.length < CUSTOMERS_AT_ONCE }
}

function touched({ serviceKey, groupId, propertyId, from, at }: Reach) {
  const closer =
    groupId === null
      ? sql`closer.scope_id in (property.id, property.group_id)`
      : sql`closer.scope_id = property.id`
  const isOfScope =
    groupId === null
      ? sql`${propertyId}::uuid is null or property.id = ${propertyId}`
      : sql`property.group_id = ${groupId}`
  return sql`
    select job.customer_id, job.quantity, cardinality(job.weekdays) as per_week
    from weekly_job job join property on property.id = job.property_id
    where job.service_key = ${serviceKey} and job.state <> 'cancelled'
      and (job.ends_on is null or job.ends_on >= ${from}) and property.removed_at is null
      and (${isOfScope})
      and (${propertyId}::uuid is not null or not exists (
        select from price closer
        where closer.service_key = job.service_key and ${closer} and closer.in_force_from <= ${toTimestamp(at)}
      ))
  `
}

export type NewPrice = PriceScopeIds & {
  readonly serviceKey: string
  readonly baseCents: Cents
  readonly unitCents: Cents
  readonly minimumCents: Cents
}

export async function insertPrice(
  db: Db,
  price: NewPrice,
  { at, by, now }: { at: Instant; by: UserId; now: Instant },
): Promise<PriceId> {
  const scope = price.groupId === null ? (price.propertyId === null ? 'default' : 'property') : 'group'
  const row = await db
    .insertInto('price')
    .values({
      service_key: price.serviceKey,
      scope,
      scope_id: price.groupId ?? price.propertyId,
      base_cents: price.baseCents,
      unit_cents: price.unitCents,
      minimum_cents: price.minimumCents,
      in_force_from: toTimestamp(at),
      created_at: toTimestamp(now),
      written_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** With the name of what it is for in each language, and the clock by which its day was chosen. */
export function findPrice(db: Db, priceId: PriceId) {
  return db
    .selectFrom('price')
    .innerJoin('service', 'service.key', 'price.service_key')
    .innerJoin('users as writer', 'writer.id', 'price.written_by')
    .innerJoin('market', 'market.id', 'writer.market_id')
    .where('price.id', '=', priceId)
    .selectAll('price')
    .select(['service.name_en', 'service.name_es', 'market.time_zone as zone'])
    .executeTakeFirstOrThrow()
}
