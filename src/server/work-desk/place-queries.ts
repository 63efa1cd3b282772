/** A place and a weekly job of the operator's market, with their customer and crews. */
import { sql } from 'kysely'
import type { ComplexId, PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { Rhythm } from '#domain/schedule/rhythm.ts'
import type { Instant, LocalDate, LocalTime, Weekday } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

const MOST_JOBS = 100
const MOST_CREWS = 100

type Asked = { readonly id?: PropertyId | undefined; readonly complexId?: ComplexId | undefined }

/** Undefined for one of another market; one that was removed is found. */
export function findDeskPlace(db: Db, { marketId }: OperatorScope, { id, complexId }: Asked) {
  return db
    .selectFrom('property')
    .innerJoin('users as customer', 'customer.id', 'property.customer_id')
    .leftJoin('property_group', 'property_group.id', 'property.group_id')
    .leftJoin('complex', 'complex.id', 'property.complex_id')
    .$if(id !== undefined, (query) => query.where('property.id', '=', id!))
    .$if(id === undefined, (query) => query.where('property.complex_id', '=', complexId!))
    .where('customer.market_id', '=', marketId)
    .select(['property.id', 'property.name', 'property.address', 'property.time_zone', 'property.removed_at'])
    .select(['property.lat', 'property.lng', 'property.access_notes', 'property_group.name as group_name'])
    .select([
      'customer.id as customer_id',
      'customer.name as customer_name',
      'customer.phone as customer_phone',
    ])
    .select(['complex.id as complex_id', 'complex.units', 'complex.instructions', 'complex.po_number'])
    .executeTakeFirst()
}

export async function listPlaceJobs(db: Db, propertyId: PropertyId) {
  const { rows } = await sql<{
    id: WeeklyJobId
    service_key: string
    weekdays: Weekday[]
    rhythm: Rhythm | null
    window_start: LocalTime | null
    window_end: LocalTime | null
    quantity: number
    state: 'active' | 'paused' | 'cancelled'
    crew_names: string[]
  }>`
    select job.id, job.service_key, job.weekdays, job.rhythm, job.window_start, job.window_end,
      job.quantity, job.state,
      array(
        select distinct crew.name from assignment join users crew on crew.id = assignment.crew_id
        where assignment.weekly_job_id = job.id and assignment.released_at is null
      ) as crew_names
    from weekly_job job where job.property_id = ${propertyId}
    order by job.state = 'cancelled', job.created_at desc, job.id limit ${MOST_JOBS}
  `.execute(db)
  return rows
}

export function findDeskJob(db: Db, { marketId }: OperatorScope, id: WeeklyJobId) {
  return db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .innerJoin('users as customer', 'customer.id', 'weekly_job.customer_id')
    .where('weekly_job.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select(['weekly_job.id', 'weekly_job.service_key', 'weekly_job.created_at', 'weekly_job.property_id'])
    .select(['property.name as place', 'property.time_zone'])
    .select([
      'customer.id as customer_id',
      'customer.name as customer_name',
      'customer.phone as customer_phone',
    ])
    .executeTakeFirst()
}

/** Those who have a weekday first, then those who had one, latest first. */
export async function listJobCrews(db: Db, id: WeeklyJobId) {
  const { rows } = await sql<{
    id: UserId
    name: string
    weekday: Weekday
    from_date: LocalDate
    taken_at: Instant
    released_at: Instant | null
    is_late: boolean
  }>`
    select crew.id, crew.name, assignment.weekday, assignment.from_date, assignment.taken_at, assignment.released_at,
      assignment.is_late_release as is_late
    from assignment join users crew on crew.id = assignment.crew_id
    where assignment.weekly_job_id = ${id}
    order by assignment.released_at desc nulls first, assignment.weekday, assignment.taken_at desc limit ${MOST_CREWS}
  `.execute(db)
  return rows
}
