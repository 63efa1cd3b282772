/** What a customer reads of its weekly jobs. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { PageMark } from '../page-mark.ts'
import type { CustomerScope } from '../scope.ts'

export type JobFilter = {
  readonly propertyId?: PropertyId | undefined
  readonly groupId?: PropertyGroupId | undefined
  readonly serviceKey?: string | undefined
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
  return filtered(jobCards(db, scope), filter)
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

export async function countJobs(db: Db, scope: CustomerScope, filter: JobFilter): Promise<number> {
  const base = db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
  const row = await filtered(base, filter)
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
    .select(['until_date as until', 'weekdays', 'quantity'])
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

function jobCards(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .where('job.customer_id', '=', scope.userId)
    .select([
      'job.id',
      'job.property_id',
      'job.service_key',
      'job.weekdays',
      'job.window_start',
      'job.window_end',
      'job.quantity',
      'job.starts_on',
      'job.ends_on',
      'job.state',
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
      sql<number[]>`array(
        select weekday from assignment
        where assignment.weekly_job_id = job.id and released_at is null order by weekday
      )`.as('covered_weekdays'),
      // Microseconds: a millisecond would repeat or lose rows of one bulk booking at a page's edge.
      sql<string>`job.created_at::text`.as('created_at_text'),
    ])
}

function filtered<Query extends { where: (...args: never[]) => Query }>(
  query: Query,
  filter: JobFilter,
): Query {
  const narrow = query as unknown as ReturnType<typeof jobCards>
  let result = narrow
  if (filter.propertyId !== undefined) result = result.where('job.property_id', '=', filter.propertyId)
  if (filter.groupId !== undefined) result = result.where('property.group_id', '=', filter.groupId)
  if (filter.serviceKey !== undefined) result = result.where('job.service_key', '=', filter.serviceKey)
  if (filter.states !== undefined && filter.states.length > 0)
    result = result.where('job.state', 'in', [...filter.states])
  return result as unknown as Query
}
