/** What a weekly booking is checked against: the customer's places, the services and the jobs there are. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { bookingItem } from '#contract/prices.ts'
import type { PropertyGroupId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { beginRhythm, type Rhythm, rhythmOf } from '#domain/schedule/rhythm.ts'
import { doMeet, type Rule } from '#domain/schedule/rhythm-dates.ts'
import type { LocalDate, Weekday } from '#domain/time.ts'
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
  weekdays: Weekday[]
  rhythm: Rhythm
}

/** When a booked item would come. */
export function ruleOfItem(item: BookingItem, startsOn: LocalDate, endsOn: LocalDate | null): Rule {
  const { weekdays } = item
  return {
    weekdays,
    rhythm: beginRhythm(item.rhythm, weekdays, startsOn),
    startDate: startsOn,
    endDate: endsOn,
  }
}

/** Live weekly jobs of the same service at the same place that come on one of the same days. */
export async function findDuplicates(
  db: Db,
  scope: CustomerScope,
  { item, properties }: CheckedItem,
  { startsOn, endsOn, insteadOf }: { startsOn: LocalDate; endsOn: LocalDate | null; insteadOf?: WeeklyJobId },
): Promise<Duplicate[]> {
  const rows = await db
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
      'job.rhythm',
      'job.starts_on',
      'job.ends_on',
    ])
    .execute()
  const meets = meetingWith(ruleOfItem(item, startsOn, endsOn), startsOn)
  return rows.filter(meets).map(({ propertyId, propertyName, serviceKey, weekdays, rhythm }) => {
    return { propertyId, propertyName, serviceKey, weekdays, rhythm: rhythmOf({ rhythm }) }
  })
}

type JobRule = RuleRow & {
  readonly id: WeeklyJobId
  readonly property_id: PropertyId
  readonly service_key: string
}
export type OtherJob = JobRule

/** The live jobs of the customer at the places and of the services of these, themselves among them. */
export function findOtherJobs(
  db: Db,
  scope: CustomerScope,
  jobs: readonly Pick<JobRule, 'property_id' | 'service_key'>[],
): Promise<OtherJob[]> {
  return db
    .selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where(sql<boolean>`property_id = any(${jobs.map((job) => job.property_id)}::uuid[])`)
    .where(sql<boolean>`service_key = any(${[...new Set(jobs.map((job) => job.service_key))]}::text[])`)
    .where('state', '<>', 'cancelled')
    .select(['id', 'property_id', 'service_key', 'weekdays', 'rhythm', 'starts_on', 'ends_on'])
    .execute()
}

/** Whether one of them does the same service at the same place on one of the same days. */
export function meetsOne(job: JobRule, others: readonly OtherJob[], from: LocalDate): boolean {
  return others
    .filter(
      (other) =>
        other.id !== job.id && other.property_id === job.property_id && other.service_key === job.service_key,
    )
    .some(meetingWith(ruleOf(job), from))
}

type RuleRow = {
  readonly weekdays: readonly Weekday[]
  readonly rhythm: Rhythm | null
  readonly starts_on: LocalDate
  readonly ends_on: LocalDate | null
}

function ruleOf(row: RuleRow): Rule {
  return { weekdays: row.weekdays, rhythm: rhythmOf(row), startDate: row.starts_on, endDate: row.ends_on }
}

/** Thousands of places have few different rules: each is compared once. */
function meetingWith(rule: Rule, from: LocalDate): (row: RuleRow) => boolean {
  const known = new Map<string, boolean>()
  return (row) => {
    const other = ruleOf(row)
    const key = JSON.stringify(other)
    const isMeeting = known.get(key) ?? doMeet(rule, other, from)
    known.set(key, isMeeting)
    return isMeeting
  }
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
