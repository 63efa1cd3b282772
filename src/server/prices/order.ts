/** What an order names: its places and services, checked, before it is quoted or booked. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { orderItem } from '#contract/prices.ts'
import type { PropertyGroupId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { orderFaults } from './texts.ts'

export type OrderItem = z.output<typeof orderItem>

export type OrderedProperty = {
  id: PropertyId
  name: string
  group_id: PropertyGroupId | null
  time_zone: string
}
export type CheckedItem = { readonly item: OrderItem; readonly properties: readonly OrderedProperty[] }

export type Duplicate = {
  propertyId: PropertyId
  propertyName: string
  serviceKey: string
  weekdays: number[]
}

/** A portfolio at once (product §3); larger ones are booked group by group. */
const PROPERTIES_AT_ONCE = 6_000
export const BOOKING_AHEAD_DAYS = 366
export const DUPLICATES_SHOWN = 100

/** Throws `not_found` for places that are not the customer's, `bad_input` with the field for everything else. */
export async function checkOrder(
  db: Db,
  scope: CustomerScope,
  { items, startsOn, now }: { items: readonly OrderItem[]; startsOn: LocalDate; now: Instant },
): Promise<CheckedItem[]> {
  await checkServices(db, scope, items)
  const checked: CheckedItem[] = []
  for (const [index, item] of items.entries())
    checked.push({ item, properties: await findProperties(db, scope, item, index) })
  const zones = new Set(checked.flatMap(({ properties }) => properties.map((property) => property.time_zone)))
  checkStart(scope, startsOn, [...zones], now)
  return checked
}

/** Live weekly jobs of the same service at the same place on one of the same weekdays, in the order's time. */
export async function findDuplicates(
  db: Db,
  scope: CustomerScope,
  { item, properties }: CheckedItem,
  { startsOn, endsOn, insteadOf }: { startsOn: LocalDate; endsOn: LocalDate | null; insteadOf?: WeeklyJobId },
): Promise<Duplicate[]> {
  return db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
    .where('job.state', '<>', 'cancelled')
    .where('job.service_key', '=', item.serviceKey)
    .where(sql<boolean>`job.property_id = any(${properties.map((property) => property.id)}::uuid[])`)
    .where(sql<boolean>`job.weekdays && ${item.weekdays}::smallint[]`)
    .where(sql<boolean>`coalesce(job.ends_on, 'infinity'::date) >= ${startsOn}::date`)
    .where(sql<boolean>`job.starts_on <= coalesce(${endsOn}::date, 'infinity'::date)`)
    .$if(insteadOf !== undefined, (query) => query.where('job.id', '<>', insteadOf!))
    .orderBy('property.name')
    .orderBy('job.id')
    .select([
      'job.property_id as propertyId',
      'property.name as propertyName',
      'job.service_key as serviceKey',
      'job.weekdays',
    ])
    .execute()
}

async function checkServices(db: Db, scope: CustomerScope, items: readonly OrderItem[]): Promise<void> {
  const keys = [...new Set(items.map((item) => item.serviceKey))]
  const rows = await db
    .selectFrom('service')
    .where('key', 'in', keys)
    .where('is_active', '=', true)
    .where('is_weekly', '=', true)
    .select('key')
    .execute()
  const index = items.findIndex((item) => !rows.some((row) => row.key === item.serviceKey))
  if (index >= 0) throw badField(scope, `items.${index}.serviceKey`, 'not_weekly')
}

async function findProperties(
  db: Db,
  scope: CustomerScope,
  item: OrderItem,
  index: number,
): Promise<OrderedProperty[]> {
  const { propertyIds, groupId } = item
  if (groupId !== undefined) await checkGroup(db, scope, groupId)
  const ids = propertyIds === undefined ? null : [...new Set(propertyIds)]
  const properties = await db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .$if(ids !== null, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .$if(groupId !== undefined, (query) => query.where('group_id', '=', groupId!))
    .orderBy('name')
    .orderBy('id')
    .limit(PROPERTIES_AT_ONCE + 1)
    .select(['id', 'name', 'group_id', 'time_zone'])
    .execute()
  if (ids !== null && properties.length < ids.length) throw new Refused('not_found')
  if (properties.length === 0) throw badField(scope, `items.${index}.groupId`, 'no_properties')
  if (properties.length > PROPERTIES_AT_ONCE)
    throw badField(scope, `items.${index}.groupId`, 'too_many_properties')
  return properties
}

async function checkGroup(db: Db, scope: CustomerScope, groupId: PropertyGroupId): Promise<void> {
  const group = await db
    .selectFrom('property_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  if (group === undefined) throw new Refused('not_found')
}

function checkStart(scope: CustomerScope, startsOn: LocalDate, zones: readonly string[], now: Instant): void {
  for (const zone of zones) {
    const today = dateAt(now, zone)
    if (startsOn < today) throw badField(scope, 'startsOn', 'in_the_past')
    if (startsOn > addDays(today, BOOKING_AHEAD_DAYS)) throw badField(scope, 'startsOn', 'too_far_ahead')
  }
}

export function badField(
  scope: CustomerScope,
  field: string,
  sentence: keyof typeof orderFaults.en,
): Refused {
  return new Refused('bad_input', { fields: { [field]: orderFaults[scope.locale][sentence] } })
}

/** Whether another live job of the customer does the same service there on one of the same weekdays. */
export async function hasOtherJob(
  db: Db,
  scope: CustomerScope,
  job: {
    id: WeeklyJobId
    property_id: PropertyId
    service_key: string
    weekdays: number[]
    ends_on: LocalDate | null
  },
  from: LocalDate,
): Promise<boolean> {
  const row = await db
    .selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where('property_id', '=', job.property_id)
    .where('service_key', '=', job.service_key)
    .where('state', '<>', 'cancelled')
    .where('id', '<>', job.id)
    .where(sql<boolean>`weekdays && ${job.weekdays}::smallint[]`)
    .where(sql<boolean>`starts_on <= coalesce(${job.ends_on}::date, 'infinity'::date)`)
    .where(sql<boolean>`coalesce(ends_on, 'infinity'::date) >= ${from}::date`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
