/** The weekly jobs that a price decides, and whose they are. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import type { AlikeJobs } from '#domain/pricing/price.ts'
import { type Rhythm, rhythmOf } from '#domain/schedule/rhythm.ts'
import { visitsAWeek } from '#domain/schedule/rhythm-amounts.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** The city on the desk, a group or a place; without any it is everybody's. */
export type PriceScopeIds = {
  readonly marketId: string | null
  readonly groupId: PropertyGroupId | null
  readonly propertyId: PropertyId | null
}

/** The jobs of a service that a scope's price decides from a day on: none that have a price closer to them by then. */
export type Reach = PriceScopeIds & {
  readonly serviceKey: string
  readonly from: LocalDate
  readonly at: Instant
}

const CUSTOMERS_AT_ONCE = 200

/** Alike ones together, with how many customers have them. */
export async function touchedJobs(db: Db, reach: Reach): Promise<{ alike: AlikeJobs[]; customers: number }> {
  const { rows } = await sql<AlikeRow & { customers: number }>`
    with touched as (${touched(reach)})
    select count(*)::int as jobs, quantity, weekday_count, rhythm,
      (select count(distinct customer_id)::int from touched) as customers
    from touched group by quantity, weekday_count, rhythm
  `.execute(db)
  return {
    alike: rows.map(alike),
    customers: rows[0]?.customers ?? 0,
  }
}

/** A page of the customers who have such jobs, each with all of them. */
export async function touchedCustomers(db: Db, reach: Reach, after: UserId | null) {
  const { rows } = await sql<AlikeRow & { customer_id: UserId }>`
    with touched as (${touched(reach)}),
    page as (
      select distinct customer_id from touched
      where ${after}::uuid is null or customer_id > ${after}::uuid
      order by customer_id limit ${CUSTOMERS_AT_ONCE}
    )
    select customer_id, count(*)::int as jobs, quantity, weekday_count, rhythm
    from touched join page using (customer_id)
    group by customer_id, quantity, weekday_count, rhythm
    order by customer_id
  `.execute(db)
  const byCustomer = Map.groupBy(rows, (row) => row.customer_id)
  const people = [...byCustomer].map(([customerId, jobs]) => ({
    customerId,
    alike: jobs.map(alike),
  }))
  return { people, isLast: people.length < CUSTOMERS_AT_ONCE }
}

type AlikeRow = { jobs: number; quantity: number; weekday_count: number; rhythm: Rhythm | null }

function alike({ jobs, quantity, weekday_count, rhythm }: AlikeRow): AlikeJobs {
  return { jobs, quantity, visitsPerWeek: visitsAWeek(rhythmOf({ rhythm }), weekday_count) }
}

function touched({ serviceKey, marketId, groupId, propertyId, from, at }: Reach) {
  const closer =
    groupId !== null
      ? sql`closer.scope_id = property.id`
      : marketId !== null
        ? sql`closer.scope_id in (property.id, property.group_id)`
        : sql`(closer.scope_id in (property.id, property.group_id) or closer.market_id = owner.market_id)`
  const isOfScope =
    groupId !== null
      ? sql`property.group_id = ${groupId}`
      : marketId !== null
        ? sql`owner.market_id = ${marketId}`
        : sql`${propertyId}::uuid is null or property.id = ${propertyId}`
  return sql`
    select job.customer_id, job.quantity, cardinality(job.weekdays) as weekday_count, job.rhythm
    from weekly_job job
    join property on property.id = job.property_id
    join users owner on owner.id = job.customer_id
    where job.service_key = ${serviceKey} and job.state <> 'cancelled'
      and (job.ends_on is null or job.ends_on >= ${from}) and property.removed_at is null
      and (${isOfScope})
      and (${propertyId}::uuid is not null or not exists (
        select from price closer
        where closer.service_key = job.service_key and ${closer} and closer.in_force_from <= ${toTimestamp(at)}
          and not closer.is_end and not exists (
            select from price ended
            where ended.service_key = closer.service_key and ended.scope = closer.scope
              and ended.scope_id is not distinct from closer.scope_id
              and ended.market_id is not distinct from closer.market_id
              and ended.in_force_from <= ${toTimestamp(at)} and ended.is_end
              and (ended.in_force_from, ended.created_at) > (closer.in_force_from, closer.created_at)
          )
      ))
  `
}
