/** What a customer may read of its own places. */

import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, containing, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { CustomerScope } from '../scope.ts'

/** More than any portfolio; what the plain list answers at most. */
export const LONGEST_LIST = 20_000

export type PropertyRow = {
  readonly id: string
  readonly name: string
  readonly address: string | null
  readonly neighbourhood: string | null
  readonly lat: number
  readonly lng: number
  readonly group_id: PropertyGroupId | null
  readonly group_name: string | null
  readonly weekly_job_count: number
  readonly next_date: LocalDate | null
  readonly next_state: VisitState | null
}

type PropertyFilter = {
  readonly search?: string | undefined
  /** Null: those in no group. */
  readonly groupId?: PropertyGroupId | null | undefined
}

export function listProperties(db: Db, scope: CustomerScope, now: Instant): Promise<PropertyRow[]> {
  const mine = ownProperties(scope, {})
  return propertyRows(db, scope, now, sql`${mine} order by lower(name), id limit ${LONGEST_LIST}`)
}

/** One page by name; `cursor` is the id of the last property of the page before. */
export async function pageOfProperties(
  db: Db,
  scope: CustomerScope,
  input: PropertyFilter & { now: Instant; limit: number; cursor?: string | undefined },
): Promise<{ rows: PropertyRow[]; nextCursor: string | null; totalCount: number }> {
  const mine = ownProperties(scope, input)
  const after =
    input.cursor === undefined
      ? sql``
      : sql`and (lower(name), id) > (select lower(name), id from property
          where id = ${input.cursor}::uuid and customer_id = ${scope.userId})`
  const page = sql`${mine} ${after} order by lower(name), id limit ${input.limit + 1}`
  const [rows, counted] = await Promise.all([
    propertyRows(db, scope, input.now, page),
    sql<{ count: number }>`select count(*) as count from (${mine}) as mine`.execute(db),
  ])
  const hasMore = rows.length > input.limit
  const shown = rows.slice(0, input.limit)
  return { rows: shown, nextCursor: hasMore ? shown.at(-1)!.id : null, totalCount: counted.rows[0]!.count }
}

export function listComplexes(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('complex')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .where('complex.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .select([
      'complex.id',
      'property.id as property_id',
      'complex.name',
      'complex.address',
      'complex.lat',
      'complex.lng',
      'complex.time_zone',
      'complex.units',
      'complex.instructions',
      'complex.complex_group_id',
    ])
    .orderBy(sql`lower(complex.name)`)
    .orderBy('complex.id')
    .limit(2_000)
    .execute()
}

export function listComplexGroups(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('complex_group')
    .where('complex_group.customer_id', '=', scope.userId)
    .select((select) => [
      'id',
      'name',
      select
        .selectFrom('complex')
        .innerJoin('property', 'property.complex_id', 'complex.id')
        .whereRef('complex.complex_group_id', '=', 'complex_group.id')
        .where('property.removed_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('complex_count'),
    ])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(2_000)
    .execute()
}

export async function insertProperty(db: Db, row: Insertable<Database['property']>): Promise<PropertyId> {
  const { id } = await db.insertInto('property').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function savePropertyColumns(
  db: Db,
  propertyId: PropertyId,
  columns: Updateable<Database['property']>,
): Promise<void> {
  await db.updateTable('property').set(columns).where('id', '=', propertyId).execute()
}

/** False where the property is not the customer's. */
export async function unmarkRemoved(
  db: Db,
  scope: CustomerScope,
  propertyId: PropertyId,
  now: Instant,
): Promise<boolean> {
  const restored = await db
    .updateTable('property')
    .set({ removed_at: null, updated_at: toTimestamp(now) })
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}

/** Locked until the transaction ends. */
export function findPropertyForUpdate(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select(['id', 'name', 'lat', 'lng', 'time_zone'])
    .forUpdate()
    .executeTakeFirst()
}

/** Also a removed one, so that its history stays readable; nobody else's is found. */
export function findProperty(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoin('property_group', 'property_group.id', 'property.group_id')
    .where('property.id', '=', propertyId)
    .where('property.customer_id', '=', scope.userId)
    .select([
      'property.id',
      'property.name',
      'property.address',
      'property.neighbourhood',
      'property.kind',
      'property.external_ref',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'property.access_notes',
      'property.removed_at',
      'property.group_id',
      'property_group.name as group_name',
    ])
    .executeTakeFirst()
}

/**
 * Puts a customer who has had no place yet into a market; false where there is one already. What is booked and paid
 * follows the market, so it stays from the first place on.
 */
export async function settleCustomer(
  db: Db,
  scope: CustomerScope,
  market: { readonly id: string; readonly timeZone: string },
): Promise<boolean> {
  const settled = await db
    .updateTable('users')
    .set({ market_id: market.id, time_zone: market.timeZone })
    .where('id', '=', scope.userId)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('property').whereRef('property.customer_id', '=', 'users.id').select('id')),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('ledger_account').whereRef('ledger_account.owner_id', '=', 'users.id').select('id'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

function ownProperties(scope: CustomerScope, { search = '', groupId }: PropertyFilter): RawBuilder<unknown> {
  const pattern = containing(search)
  const found =
    search === ''
      ? sql``
      : sql`and (name ilike ${pattern} or address ilike ${pattern} or neighbourhood ilike ${pattern})`
  const grouped =
    groupId === undefined
      ? sql``
      : groupId === null
        ? sql`and group_id is null`
        : sql`and group_id = ${groupId}::uuid`
  return sql`select * from property where customer_id = ${scope.userId} and removed_at is null and complex_id is null ${found} ${grouped}`
}

/** `chosen` picks and orders the rows first, so that only they are looked up further. */
async function propertyRows(
  db: Db,
  scope: CustomerScope,
  now: Instant,
  chosen: RawBuilder<unknown>,
): Promise<PropertyRow[]> {
  const today = dateAt(now, scope.timeZone)
  const { rows } = await sql<PropertyRow>`
    with place as materialized (${chosen}),
    job as (
      select property_id, count(*) as weekly_job_count from weekly_job
      where customer_id = ${scope.userId} and state <> 'cancelled' and (ends_on is null or ends_on >= ${today})
      group by property_id
    )
    select place.id, place.name, place.address, place.neighbourhood, place.lat, place.lng, place.group_id,
      property_group.name as group_name, coalesce(job.weekly_job_count, 0) as weekly_job_count,
      next.date as next_date, next.state as next_state
    from place
    left join property_group on property_group.id = place.group_id
    left join job on job.property_id = place.id
    left join lateral (
      select date, state from visit
      where visit.property_id = place.id and date >= ${addDays(today, -1)}
        and state in ('scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened')
        and (ends_at > ${toTimestamp(now)} or state in ('en_route', 'in_progress'))
      order by date, starts_at limit 1
    ) as next on true
    order by lower(place.name), place.id
  `.execute(db)
  return rows
}
