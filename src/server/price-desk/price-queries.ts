/** Prices with who set them, and what they are for. */
import { type RawBuilder, sql } from 'kysely'
import type { PriceId, PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, containing, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'
import type { PriceScopeIds, Reach } from './touched-queries.ts'

const DATED_SHOWN = 20
const SPECIAL_SHOWN = 50
const SCOPES_FOUND = 20

/**
 * Of each service the prices for everybody and those of the market on the desk: those that come, oldest first, and the
 * last that held, newest first.
 */
export async function listWidePrices(db: Db, { marketId }: OperatorScope, now: Instant) {
  const rows = await sql<{
    service_key: string
    market_id: string | null
    is_end: boolean
    base_cents: number
    unit_cents: number
    minimum_cents: number
    in_force_from: Instant
    from_day: LocalDate | null
    created_at: Instant
    writer_name: string | null
    is_upcoming: boolean
  }>`
    select shown.*, writer.name as writer_name
    from service
    cross join (values ('default', null), ('market', ${marketId})) as wide (scope, market_id)
    cross join lateral (
      (select service_key, price.market_id, is_end, base_cents, unit_cents, minimum_cents, in_force_from, from_day,
          created_at, written_by, true as is_upcoming
        from price where service_key = service.key and price.scope = wide.scope
          and price.market_id is not distinct from wide.market_id and in_force_from > ${toTimestamp(now)}
        order by in_force_from, created_at limit ${DATED_SHOWN})
      union all
      (select service_key, price.market_id, is_end, base_cents, unit_cents, minimum_cents, in_force_from, from_day,
          created_at, written_by, false as is_upcoming
        from price where service_key = service.key and price.scope = wide.scope
          and price.market_id is not distinct from wide.market_id and in_force_from <= ${toTimestamp(now)}
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
    where price.scope_id is not null and not price.is_end and not ${isFollowed(sql`later.is_end`)}
      and owner.market_id = ${marketId}
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
    .where('price.scope_id', 'is not', null)
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
      'price.from_day',
      'price.is_end',
      'price.created_at',
      sql<boolean>`not ${isFollowed(sql`true`)}`.as('is_last'),
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

/** Whether a price of a group or place was followed by another of the same, of a kind that is asked for. */
function isFollowed(by: RawBuilder<unknown>) {
  return sql`exists (
    select from price later
    where later.service_key = price.service_key and later.scope = price.scope and later.scope_id = price.scope_id
      and (later.in_force_from, later.created_at) > (price.in_force_from, price.created_at) and ${by}
  )`
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
export function findScope(
  db: Db,
  { marketId }: OperatorScope,
  { groupId, propertyId }: Pick<PriceScopeIds, 'groupId' | 'propertyId'>,
) {
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

/** Whether a price of its own holds there on the day, or came before it without an end. */
export async function hasOwnPrice(db: Db, { serviceKey, marketId, groupId, propertyId, at }: Reach) {
  const newest = await db
    .selectFrom('price')
    .where('service_key', '=', serviceKey)
    .where((eb) =>
      marketId === null ? eb('scope_id', '=', groupId ?? propertyId) : eb('market_id', '=', marketId),
    )
    .where('in_force_from', '<=', toTimestamp(at))
    .orderBy('in_force_from', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('is_end')
    .executeTakeFirst()
  return newest?.is_end === false
}

export type NewPrice = PriceScopeIds & {
  readonly serviceKey: string
  readonly from: LocalDate
  /** Null ends the price that the scope has of its own. */
  readonly amounts: Amounts | null
}

export type Amounts = { readonly baseCents: Cents; readonly unitCents: Cents; readonly minimumCents: Cents }

export async function insertPrice(
  db: Db,
  price: NewPrice,
  { at, by, now }: { at: Instant; by: UserId; now: Instant },
): Promise<PriceId> {
  const row = await db
    .insertInto('price')
    .values({
      service_key: price.serviceKey,
      scope: scopeOf(price),
      scope_id: price.groupId ?? price.propertyId,
      market_id: price.marketId,
      base_cents: price.amounts?.baseCents ?? ZERO_CENTS,
      unit_cents: price.amounts?.unitCents ?? ZERO_CENTS,
      minimum_cents: price.amounts?.minimumCents ?? ZERO_CENTS,
      is_end: price.amounts === null,
      in_force_from: toTimestamp(at),
      from_day: price.from,
      created_at: toTimestamp(now),
      written_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

function scopeOf({ marketId, groupId, propertyId }: PriceScopeIds) {
  if (groupId !== null) return 'group'
  if (propertyId !== null) return 'property'
  return marketId === null ? 'default' : 'market'
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
