/** What a weekly booking is checked against: the customer's places, the services and the jobs there are. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { bookingItem } from '#contract/prices.ts'
import type { PropertyGroupId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

export type BookingItem = z.output<typeof bookingItem>

export type BookedProperty = {
  id: PropertyId
  name: string
  group_id: PropertyGroupId | null
  time_zone: string
  /** Of a complex, whose place it is. */
  units: number | null
}

export type CheckedItem = { readonly item: BookingItem; readonly properties: readonly BookedProperty[] }

export type Duplicate = {
  propertyId: PropertyId
  propertyName: string
  serviceKey: string
  weekdays: number[]
}

/** Live weekly jobs of the same service at the same place on one of the same weekdays, in the booking's time. */
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

/** Of some services those that can be booked weekly. */
export async function findWeeklyServices(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('service')
    .where('key', 'in', keys)
    .where('is_active', '=', true)
    .where('is_weekly', '=', true)
    .select('key')
    .execute()
  return new Set(rows.map((row) => row.key))
}

/** By name: those with the ids, those of the group, or all. */
export function findBookedProperties(
  db: Db,
  scope: CustomerScope,
  {
    ids,
    groupId,
    limit,
  }: { ids: readonly string[] | null; groupId: PropertyGroupId | undefined; limit: number },
): Promise<BookedProperty[]> {
  return db
    .selectFrom('property')
    .leftJoin('complex', 'complex.id', 'property.complex_id')
    .where('property.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .$if(ids !== null, (query) => query.where(sql<boolean>`property.id = any(${ids}::uuid[])`))
    .$if(groupId !== undefined, (query) => query.where('property.group_id', '=', groupId!))
    .orderBy('property.name')
    .orderBy('property.id')
    .limit(limit)
    .select(['property.id', 'property.name', 'property.group_id', 'property.time_zone', 'complex.units'])
    .execute()
}

export async function isOwnGroup(db: Db, scope: CustomerScope, groupId: PropertyGroupId): Promise<boolean> {
  const group = await db
    .selectFrom('property_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  return group !== undefined
}
