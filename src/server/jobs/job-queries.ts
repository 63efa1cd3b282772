/** Weekly jobs: locked, so that the planner and other changes wait, and written. */
import { sql } from 'kysely'
import type { PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { type Rhythm, rhythmOf, rhythmToKeep } from '#domain/schedule/rhythm.ts'
import type { Instant, LocalDate, LocalTime, Weekday } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { JsonText } from '../db/json-columns.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

/** A job with its terms, from `weekly_job as job`. */
export const JOB_COLUMNS = [
  'job.id',
  'job.customer_id',
  'job.property_id',
  'job.service_key',
  'job.weekdays',
  'job.rhythm',
  'job.window_start',
  'job.window_end',
  'job.quantity',
  'job.starts_on',
  'job.ends_on',
  'job.state',
  'job.planned_until',
] as const

export type LockedJob = Awaited<ReturnType<typeof lockJob>>

/** Throws `not_found` where it is not the customer's. */
export async function lockJob(db: Db, scope: CustomerScope, weeklyJobId: WeeklyJobId) {
  const job = await lockableJobs(db, scope.userId).where('job.id', '=', weeklyJobId).executeTakeFirst()
  if (job === undefined) throw new Refused('not_found')
  return job
}

/** Some of a customer's, for the system: the ids come from this very customer's rows. */
export function lockJobsOf(db: Db, customerId: UserId, ids: readonly WeeklyJobId[]): Promise<LockedJob[]> {
  return lockableJobs(db, customerId)
    .where('job.id', 'in', [...ids])
    .orderBy('job.id')
    .execute()
}

/** Those of the customer's, as they are now, for who only looks. */
export function findJobsOf(db: Db, scope: CustomerScope, ids: readonly WeeklyJobId[]): Promise<LockedJob[]> {
  return withPlace(db)
    .where('job.customer_id', '=', scope.userId)
    .where(sql<boolean>`job.id = any(${[...ids]}::uuid[])`)
    .orderBy('job.id')
    .execute()
}

/** For what the operator or a calendar does to many customers at once. */
export function lockJobsById(db: Db, ids: readonly WeeklyJobId[]): Promise<LockedJob[]> {
  return lockable(db)
    .where(sql<boolean>`job.id = any(${[...ids]}::uuid[])`)
    .orderBy('job.id')
    .execute()
}

function lockableJobs(db: Db, customerId: UserId) {
  return lockable(db).where('job.customer_id', '=', customerId)
}

/** No key is changed: whoever locked a visit of the job may write down what names the job, and waits for nobody here. */
function lockable(db: Db) {
  return withPlace(db).forNoKeyUpdate('job')
}

function withPlace(db: Db) {
  return db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .select([...JOB_COLUMNS, 'property.name as property_name', 'property.time_zone', 'property.group_id'])
}

export type JobsToPlan = {
  /** Only the jobs of one market's customers. */
  readonly marketId?: string
  readonly customerId?: UserId
  readonly weeklyJobIds?: readonly WeeklyJobId[]
}

export type PlannedJob = Awaited<ReturnType<typeof claimJobs>>[number]

export const JOBS_PLANNED_AT_ONCE = 500

/**
 * Locked until the batch ends; what another planner has locked is left to it. Whether a job is due is asked job by job in
 * the order of ids: since nothing tells PostgreSQL how many are, it would else sort all of them for each batch.
 */
export function claimJobs(
  db: Db,
  { marketId, customerId, weeklyJobIds }: JobsToPlan,
  after: WeeklyJobId | null,
  horizon: LocalDate,
) {
  return db
    .selectFrom('weekly_job as job')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('property')
          .whereRef('property.id', '=', 'job.property_id')
          .where('property.removed_at', 'is', null)
          .where((where) =>
            where.or([where('job.planned_until', 'is', null), where('job.planned_until', '<', horizon)]),
          )
          .limit(1)
          .innerJoin('users', 'users.id', 'property.customer_id')
          .select(['property.time_zone', 'users.market_id'])
          .as('place'),
      (join) => join.onTrue(),
    )
    .where('job.state', '<>', 'cancelled')
    .$if(after !== null, (query) => query.where('job.id', '>', after!))
    .$if(customerId !== undefined, (query) => query.where('job.customer_id', '=', customerId!))
    .$if(weeklyJobIds !== undefined, (query) =>
      query.where(sql<boolean>`job.id = any(${weeklyJobIds}::uuid[])`),
    )
    .$if(marketId !== undefined, (query) =>
      query.where('job.customer_id', 'in', (from) =>
        from.selectFrom('users').where('market_id', '=', marketId!).select('users.id'),
      ),
    )
    .orderBy('job.id')
    .limit(JOBS_PLANNED_AT_ONCE)
    .forNoKeyUpdate('job')
    .skipLocked()
    .select([...JOB_COLUMNS, 'place.time_zone', 'place.market_id'])
    .execute()
}

export async function markPlanned(
  db: Db,
  weeklyJobIds: readonly WeeklyJobId[],
  until: LocalDate,
): Promise<void> {
  await db
    .updateTable('weekly_job')
    .set({ planned_until: until })
    .where(sql<boolean>`id = any(${weeklyJobIds}::uuid[])`)
    .execute()
}

/** How many jobs have not had their first planning. */
export async function countWaitingJobs(db: Db, scope: CustomerScope): Promise<number> {
  const row = await db
    .selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where('state', '<>', 'cancelled')
    .where('planned_until', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** One customer's bookings come after one another. */
export async function lockCustomer(db: Db, scope: CustomerScope): Promise<void> {
  await db.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
}

/** Answers how many of these places are there; until the transaction ends they stay. */
export async function lockProperties(db: Db, ids: readonly PropertyId[]): Promise<number> {
  const { rows } = await sql`
    select from property where id = any(${ids}::uuid[]) and removed_at is null order by id for key share
  `.execute(db)
  return rows.length
}

export type NewJobs = {
  readonly propertyIds: readonly PropertyId[]
  readonly serviceKey: string
  readonly weekdays: readonly Weekday[]
  readonly rhythm: Rhythm
  readonly windowStart: LocalTime | null
  readonly windowEnd: LocalTime | null
  readonly quantity: number
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  readonly notes: string
}

/** One a place. */
export async function insertJobs(
  db: Db,
  scope: CustomerScope,
  { propertyIds, ...job }: NewJobs,
  now: Instant,
): Promise<WeeklyJobId[]> {
  const at = toTimestamp(now)
  const inserted = await sql<{ id: WeeklyJobId }>`
    insert into weekly_job (customer_id, property_id, service_key, weekdays, rhythm, window_start, window_end,
      quantity, starts_on, ends_on, notes, created_at, updated_at)
    select ${scope.userId}, place.id, ${job.serviceKey}, ${[...job.weekdays]}::smallint[],
      ${kept(job.rhythm)}::jsonb, ${job.windowStart}::time,
      ${job.windowEnd}::time, ${job.quantity}, ${job.startsOn}, ${job.endsOn}, ${job.notes}, ${at}, ${at}
    from unnest(${propertyIds}::uuid[]) as place (id)
    returning id
  `.execute(db)
  return inserted.rows.map((row) => row.id)
}

export async function setJobState(
  db: Db,
  ids: readonly WeeklyJobId[],
  state: 'active' | 'paused' | 'cancelled',
  now: Instant,
): Promise<void> {
  await db
    .updateTable('weekly_job')
    .set({ state, updated_at: toTimestamp(now) })
    .where('id', 'in', ids)
    .execute()
}

/** Takes away the terms that ended on this day or later; answers those that ended first. */
export async function removeEarlierTerms(db: Db, weeklyJobId: WeeklyJobId, from: LocalDate) {
  const removed = await db
    .deleteFrom('weekly_job_earlier_terms')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('until_date', '>=', from)
    .returningAll()
    .execute()
  return removed.sort((a, b) => (a.until_date < b.until_date ? -1 : 1))[0]
}

function kept(rhythm: Rhythm): JsonText<Rhythm> | null {
  const one = rhythmToKeep(rhythm)
  return one === null ? null : toJson(one)
}

type Terms = Pick<LockedJob, 'weekdays' | 'rhythm' | 'window_start' | 'window_end' | 'quantity'>

function columnsOf({ weekdays, rhythm, window_start, window_end, quantity }: Terms) {
  return { weekdays, rhythm: kept(rhythmOf({ rhythm })), window_start, window_end, quantity }
}

export async function insertEarlierTerms(
  db: Db,
  weeklyJobId: WeeklyJobId,
  terms: Terms,
  until: LocalDate,
): Promise<void> {
  await db
    .insertInto('weekly_job_earlier_terms')
    .values({ weekly_job_id: weeklyJobId, until_date: until, ...columnsOf(terms) })
    .execute()
}

export async function saveTerms(
  db: Db,
  weeklyJobId: WeeklyJobId,
  { notes, ...terms }: Terms & { readonly notes: string | undefined },
  now: Instant,
): Promise<void> {
  const columns = { ...columnsOf(terms), ...(notes === undefined ? {} : { notes }) }
  await db
    .updateTable('weekly_job')
    .set({ ...columns, updated_at: toTimestamp(now) })
    .where('id', '=', weeklyJobId)
    .execute()
}

/** Ends the assignments of weekdays that are no longer served; answers whose they were. */
export async function releaseWeekdays(
  db: Db,
  job: LockedJob,
  from: LocalDate,
  now: Instant,
): Promise<UserId[]> {
  const released = await db
    .updateTable('assignment')
    .set({ released_at: toTimestamp(now), released_from: from, release_reason: 'job_changed' })
    .where('weekly_job_id', '=', job.id)
    .where('released_at', 'is', null)
    .where(sql<boolean>`weekday <> all(${job.weekdays}::smallint[])`)
    .returning('crew_id')
    .execute()
  return released.map((row) => row.crew_id)
}

/** Ends every assignment of jobs that end; answers whose they were. */
export async function releaseAssignments(
  db: Db,
  weeklyJobIds: readonly WeeklyJobId[],
  today: LocalDate,
  now: Instant,
): Promise<UserId[]> {
  const rows = await db
    .updateTable('assignment')
    .set({ released_at: toTimestamp(now), released_from: today, release_reason: 'job_ended' })
    .where('weekly_job_id', 'in', weeklyJobIds)
    .where('released_at', 'is', null)
    .returning('crew_id')
    .execute()
  return rows.map((row) => row.crew_id)
}
