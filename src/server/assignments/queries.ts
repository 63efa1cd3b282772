/** Weekly jobs as work to take: what is open, what is assigned and to whom. */
import { sql } from 'kysely'
import { FEET_PER_DEGREE, type LatLng } from '#domain/geo.ts'
import type { AssignmentId, PropertyGroupId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Rhythm } from '#domain/schedule/rhythm.ts'
import type { Instant, LocalDate, Weekday } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

/** The standing assignments of a crew, by weekday and position. */
export function listAssignedJobs(db: Db, scope: CrewScope) {
  return jobs(db)
    .innerJoin('assignment', 'assignment.weekly_job_id', 'weekly_job.id')
    .where('assignment.crew_id', '=', scope.userId)
    .where('assignment.released_at', 'is', null)
    .orderBy('assignment.weekday')
    .orderBy('assignment.position')
    .orderBy('assignment.id')
    .select([
      'assignment.id as assignment_id',
      'assignment.weekday',
      'assignment.position',
      'assignment.taken_at',
    ])
    .limit(2_000)
    .execute()
}

export type AssignedJob = Awaited<ReturnType<typeof listAssignedJobs>>[number]

/** Jobs by id with whose each weekday is, locked so that one taker comes after another. Ids not found are left out. */
export async function lockJobs(db: Db, weeklyJobIds: readonly WeeklyJobId[]) {
  const rows = await jobs(db)
    .innerJoin('users as customer', 'customer.id', 'weekly_job.customer_id')
    .where('weekly_job.id', 'in', [...weeklyJobIds])
    .orderBy('weekly_job.id')
    .select(['weekly_job.state', 'weekly_job.ends_on', 'property.removed_at', 'customer.market_id'])
    .forNoKeyUpdate('weekly_job')
    .execute()
  const assignees = await db
    .selectFrom('assignment')
    .where('weekly_job_id', 'in', [...weeklyJobIds])
    .where('released_at', 'is', null)
    .select(['weekly_job_id', 'weekday', 'crew_id'])
    .execute()
  return rows.map((row) => ({ ...row, assignees: assignees.filter((each) => each.weekly_job_id === row.id) }))
}

export type LockedJob = Awaited<ReturnType<typeof lockJobs>>[number]

/** The same without a lock, to plan with before the transaction begins. */
export function readJobs(db: Db, weeklyJobIds: readonly WeeklyJobId[]) {
  return jobs(db)
    .where('weekly_job.id', 'in', [...weeklyJobIds])
    .execute()
}

export type JobRow = Awaited<ReturnType<typeof readJobs>>[number]

/** When each assignment's visits go on, from a moment on. */
export async function findNextVisits(
  db: Db,
  assignmentIds: readonly AssignmentId[],
  now: Instant,
): Promise<Map<string, NextVisit>> {
  if (assignmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('visit')
    .distinctOn('assignment_id')
    .where('assignment_id', 'in', [...assignmentIds])
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('ends_at', '>', toTimestamp(now))
    .orderBy('assignment_id')
    .orderBy('starts_at')
    .select(['assignment_id', 'id', 'date', 'state', 'starts_at'])
    .execute()
  return new Map(
    rows.map(({ assignment_id, starts_at, ...visit }) => [assignment_id!, { ...visit, startsAt: starts_at }]),
  )
}

type NextVisit = {
  readonly id: VisitId
  readonly date: LocalDate
  readonly state: VisitState
  readonly startsAt: Instant
}

/** More than this is no longer near: only the nearest are looked at. */
const OPEN_JOBS_READ = 8_000

type OpenJobsInput = {
  /** The crew: customers that do not want it are left out. */
  readonly id: string
  readonly base: LatLng
  readonly rangeFeet: number
  readonly serviceKeys: readonly string[]
  readonly from: LocalDate
  readonly until: LocalDate
}

/**
 * Weekly jobs of a crew's market around its base with the weekdays that are assigned to nobody, nearest first; the corners of the square included.
 * Active ones are asked for by what they are not: `state = 'active'` would draw the planner's index into the join,
 * which on a table without fresh statistics takes a second instead of 30 ms.
 */
export async function listOpenJobsAround(db: Db, input: OpenJobsInput) {
  const { id, base, rangeFeet, serviceKeys, from, until } = input
  const latSpan = rangeFeet / FEET_PER_DEGREE
  const narrowing = Math.cos((Math.min(85, Math.abs(base.lat) + latSpan) * Math.PI) / 180)
  const lngSpan = latSpan / narrowing
  const { rows } = await sql<OpenJob>`
    select job.id, job.property_id, job.service_key, job.window_start, job.window_end, job.quantity,
      job.rhythm, property.group_id, property.lat, property.lng, property.time_zone, property.neighbourhood,
      service.minutes, service.minutes_per_unit,
      array(
        select weekday from unnest(job.weekdays) weekday
        where not exists (
          select from assignment
          where assignment.weekly_job_id = job.id and assignment.weekday = weekday.weekday
            and assignment.released_at is null
        )
      ) as open_weekdays
    from property
    join weekly_job job on job.property_id = property.id
    join service on service.key = job.service_key
    where property.removed_at is null
      and property.lat between ${base.lat - latSpan} and ${base.lat + latSpan}
      and property.lng between ${base.lng - lngSpan} and ${base.lng + lngSpan}
      and job.state not in ('paused', 'cancelled')
      and job.service_key = any(${[...serviceKeys]}::text[])
      and job.starts_on <= ${until}::date
      and (job.ends_on is null or job.ends_on >= ${from}::date)
      -- Before the nearest are taken: where most work is held, open work further away would not be among them.
      and job.open_days > 0
      and not exists (
        select from customer_crew_mark mark
        where mark.crew_id = ${id} and mark.customer_id = job.customer_id and mark.mark = 'blocked'
      )
      -- Beyond the border of its market other crews are asked.
      and (select market_id from users where users.id = job.customer_id)
        = (select market_id from users where users.id = ${id})
    order by (property.lat - ${base.lat}) ^ 2 + ((property.lng - ${base.lng}) * ${narrowing}) ^ 2, job.id
    limit ${OPEN_JOBS_READ}
  `.execute(db)
  return rows.filter((row) => row.open_weekdays.length > 0)
}

export type OpenJob = {
  readonly id: WeeklyJobId
  readonly property_id: PropertyId
  readonly service_key: string
  readonly rhythm: Rhythm | null
  readonly window_start: JobRow['window_start']
  readonly window_end: JobRow['window_end']
  readonly quantity: number
  readonly group_id: PropertyGroupId | null
  readonly lat: number
  readonly lng: number
  readonly time_zone: string
  readonly neighbourhood: string | null
  readonly minutes: number
  readonly minutes_per_unit: number
  readonly open_weekdays: readonly Weekday[]
}

function jobs(db: Db) {
  return db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .innerJoin('service', 'service.key', 'weekly_job.service_key')
    .select([
      sql<WeeklyJobId>`weekly_job.id`.as('id'),
      sql<UserId>`weekly_job.customer_id`.as('customer_id'),
      'weekly_job.property_id',
      'weekly_job.service_key',
      'weekly_job.weekdays',
      'weekly_job.rhythm',
      'weekly_job.window_start',
      'weekly_job.window_end',
      'weekly_job.quantity',
      'property.name as property_name',
      'property.address',
      'property.group_id',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'property.neighbourhood',
      'service.minutes',
      'service.minutes_per_unit',
      'service.name_en',
      'service.name_es',
    ])
}

/** Properties and groups with a price of their own: few beside all places, whose price is everybody's. */
export async function findPlacesWithOwnPrices(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('price')
    .where('scope_id', 'is not', null)
    .select('scope_id')
    .distinct()
    .execute()
  return new Set(rows.map((row) => row.scope_id!))
}
