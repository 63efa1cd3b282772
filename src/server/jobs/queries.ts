/** What a customer reads of its weekly jobs, and who else is concerned by them. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate, Weekday } from '#domain/time.ts'
import { containing, type Db, toTimestamp } from '../db/client.ts'
import type { PageMark } from '../page-mark.ts'
import type { CustomerScope } from '../scope.ts'
import { JOB_COLUMNS } from './job-queries.ts'

export type JobFilter = {
  readonly propertyId?: PropertyId | undefined
  readonly groupId?: PropertyGroupId | undefined
  readonly serviceKey?: string | undefined
  readonly search?: string | undefined
  readonly crewId?: UserId | undefined
  readonly weekday?: Weekday | undefined
  readonly states?: readonly ('active' | 'paused' | 'cancelled')[] | undefined
}

export type JobCardRow = Awaited<ReturnType<typeof listJobs>>[number]

/** Newest first. */
export function listJobs(
  db: Db,
  scope: CustomerScope,
  filter: JobFilter,
  page: { limit: number; after?: PageMark | undefined },
) {
  const { after } = page
  return jobCards(db, scope)
    .where(isWanted(filter))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(job.created_at, job.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(page.limit)
    .execute()
}

export function findJob(
  db: Db,
  scope: CustomerScope,
  weeklyJobId: WeeklyJobId,
): Promise<JobCardRow | undefined> {
  return jobCards(db, scope).where('job.id', '=', weeklyJobId).executeTakeFirst()
}

/** Newest first, at most so many. */
export async function listJobIds(
  db: Db,
  scope: CustomerScope,
  filter: JobFilter,
  limit: number,
): Promise<WeeklyJobId[]> {
  const rows = await db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
    .where(isWanted(filter))
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(limit)
    .select('job.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function countJobs(db: Db, scope: CustomerScope, filter: JobFilter): Promise<number> {
  const row = await db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
    .where(isWanted(filter))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export function skippedDates(db: Db, weeklyJobId: WeeklyJobId, since: LocalDate) {
  return db
    .selectFrom('weekly_job_skip')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '>=', since)
    .orderBy('date')
    .limit(400)
    .select('date')
    .execute()
}

export function pausesOf(db: Db, weeklyJobId: WeeklyJobId, since: LocalDate) {
  return db
    .selectFrom('weekly_job_pause')
    .where('weekly_job_id', '=', weeklyJobId)
    .where((where) => where.or([where('to_date', 'is', null), where('to_date', '>=', since)]))
    .orderBy('from_date')
    .limit(100)
    .select(['from_date as from', 'to_date as to', 'reason'])
    .execute()
}

export function earlierTermsOf(db: Db, weeklyJobId: WeeklyJobId, since: LocalDate) {
  return db
    .selectFrom('weekly_job_earlier_terms')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('until_date', '>=', since)
    .orderBy('until_date')
    .limit(50)
    .select(['until_date as until', 'weekdays', 'rhythm', 'quantity'])
    .execute()
}

export function comingVisits(db: Db, weeklyJobId: WeeklyJobId, since: LocalDate) {
  return db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '>=', since)
    .where('state', '<>', 'cancelled')
    .orderBy('date')
    .limit(40)
    .select(['id', 'date', 'state'])
    .execute()
}

/** In their language and with the address for mails. */
export function findCrews(db: Db, ids: readonly UserId[]) {
  return db.selectFrom('users').where('id', 'in', ids).select(['id', 'name', 'email', 'locale']).execute()
}

export async function markPropertyRemoved(db: Db, propertyId: PropertyId, now: Instant): Promise<void> {
  await db
    .updateTable('property')
    .set({ removed_at: toTimestamp(now), updated_at: toTimestamp(now) })
    .where('id', '=', propertyId)
    .execute()
}

function jobCards(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
    .select([
      ...JOB_COLUMNS,
      'job.notes',
      'job.created_at',
      'property.name as property_name',
      'property.address',
      'property.group_id',
      'property.time_zone',
    ])
    .select((select) => [
      select
        .selectFrom('visit')
        .whereRef('visit.weekly_job_id', '=', 'job.id')
        .where('visit.state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
        .select((inner) => inner.fn.min('visit.date').as('date'))
        .as('next_visit_on'),
      sql<Weekday[]>`array(
        select weekday from assignment
        where assignment.weekly_job_id = job.id and released_at is null order by weekday
      )`.as('covered_weekdays'),
      sql<string[]>`array(
        select distinct users.name from assignment join users on users.id = assignment.crew_id
        where assignment.weekly_job_id = job.id and released_at is null order by users.name
      )`.as('crew_names'),
      // Microseconds: a millisecond would repeat or lose rows of one bulk booking at a page's edge.
      sql<string>`job.created_at::text`.as('created_at_text'),
    ])
}

function isWanted({ propertyId, groupId, serviceKey, states = [], search = '', crewId, weekday }: JobFilter) {
  const conditions = [
    sql<boolean>`true`,
    ...(propertyId === undefined ? [] : [sql<boolean>`job.property_id = ${propertyId}::uuid`]),
    ...(groupId === undefined ? [] : [sql<boolean>`property.group_id = ${groupId}::uuid`]),
    ...(serviceKey === undefined ? [] : [sql<boolean>`job.service_key = ${serviceKey}`]),
    ...(weekday === undefined ? [] : [sql<boolean>`${weekday}::smallint = any(job.weekdays)`]),
    ...(crewId === undefined ? [] : [sql<boolean>`exists (${liveOf} and crew_id = ${crewId}::uuid)`]),
    ...(search === '' ? [] : [isNamed(containing(search))]),
    ...(states.length === 0 ? [] : [sql<boolean>`job.state = any(${[...states]}::text[])`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const liveOf = sql`select from assignment where weekly_job_id = job.id and released_at is null`

/** Of a crew its customer knows the first name. */
function isNamed(pattern: string) {
  return sql<boolean>`(
    property.name ilike ${pattern} or property.address ilike ${pattern}
    or property.group_id in (select id from property_group where customer_id = job.customer_id and name ilike ${pattern})
    or job.service_key in (select key from service where name_en ilike ${pattern} or name_es ilike ${pattern})
    or exists (${liveOf} and crew_id in (
      select users.id from users where users.id = assignment.crew_id and split_part(users.name, ' ', 1) ilike ${pattern}
    ))
  )`
}
