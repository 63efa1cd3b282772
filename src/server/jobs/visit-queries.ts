/** Visits of weekly jobs. */
import { sql } from 'kysely'
import type { PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { CONFLICT_REACH_DAYS } from '#domain/schedule/moves.ts'
import type { Rewritten, SeriesVisit, StandingVisit } from '#domain/schedule/series.ts'
import { addDays, formatInstant, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { type LockedJob, lockJob } from './job-queries.ts'
import type { Assignee } from './series-queries.ts'

/** Holidays and pushed days are in it already; null where nothing comes within the planned weeks. */
export async function firstVisitDay(
  db: Db,
  scope: CustomerScope,
  weeklyJobIds: readonly WeeklyJobId[],
): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('visit')
    .where('customer_id', '=', scope.userId)
    .where(sql<boolean>`weekly_job_id = any(${[...weeklyJobIds]}::uuid[])`)
    .where('state', 'not in', ['cancelled', 'skipped'])
    .select((eb) => eb.fn.min('date').as('first'))
    .executeTakeFirst()
  return row?.first ?? null
}

export async function findComingVisits(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  now: Instant,
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('weekly_job_id', 'in', jobIds)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('ends_at', '>', toTimestamp(now))
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The job first, then the visit: the order in which every change locks. */
export async function lockVisitOfJob(db: Db, scope: CustomerScope, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where('customer_id', '=', scope.userId)
    .select(['date', 'moved_from', 'weekly_job_id'])
    .executeTakeFirst()
  if (visit === undefined) throw new Refused('not_found')
  if (visit.weekly_job_id === null) throw new Refused('wrong_state')
  return {
    visit: { date: visit.date, movedFrom: visit.moved_from },
    job: await lockJob(db, scope, visit.weekly_job_id),
  }
}

/** Another date of the job can have been moved onto it meanwhile. */
export async function hasOtherVisitOn(
  db: Db,
  weeklyJobId: WeeklyJobId,
  date: LocalDate,
  visitId: VisitId,
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', date)
    .where('id', '<>', visitId)
    .where('state', 'not in', ['skipped', 'cancelled'])
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasOpenVisit(db: Db, propertyId: PropertyId): Promise<boolean> {
  const open = await db
    .selectFrom('visit')
    .where('property_id', '=', propertyId)
    .where('state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

export type StandingRow = StandingVisit & { readonly jobId: WeeklyJobId; readonly crewId: UserId | null }

export async function findStandingVisits(
  db: Db,
  jobs: readonly LockedJob[],
  { from, until }: { readonly from: LocalDate; readonly until?: LocalDate },
): Promise<StandingRow[]> {
  const rows = await db
    .selectFrom('visit')
    .where(sql<boolean>`weekly_job_id = any(${jobs.map((job) => job.id)}::uuid[])`)
    .where(sql<boolean>`greatest(date, coalesce(moved_from, date)) >= ${from}::date`)
    .$if(until !== undefined, (query) =>
      query.where(sql<boolean>`date <= ${addDays(until!, CONFLICT_REACH_DAYS)}::date`),
    )
    .select(['id', 'weekly_job_id', 'date', 'state', 'starts_at', 'ends_at', 'quantity', 'crew_id'])
    .select(['moved_from', 'moved_by', 'moved_source'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    jobId: row.weekly_job_id!,
    date: row.date,
    state: row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    quantity: row.quantity,
    movedFrom: row.moved_from,
    movedBy: row.moved_by,
    movedSource: row.moved_source,
    crewId: row.crew_id,
  }))
}

export async function saveRewritten(db: Db, rewritten: readonly Rewritten[]): Promise<void> {
  if (rewritten.length === 0) return
  await sql`
    update visit set date = new.date, starts_at = new.starts_at, ends_at = new.ends_at, quantity = new.quantity,
      moved_from = new.moved_from, moved_by = new.moved_by, moved_source = new.moved_source
    from unnest(
      ${rewritten.map(({ visit }) => visit.id)}::uuid[],
      ${rewritten.map(({ as }) => formatInstant(as.startsAt))}::timestamptz[],
      ${rewritten.map(({ as }) => formatInstant(as.endsAt))}::timestamptz[],
      ${rewritten.map(({ as }) => as.quantity)}::integer[],
      ${rewritten.map(({ as }) => as.date)}::date[],
      ${rewritten.map(({ as }) => as.movedFrom)}::date[],
      ${rewritten.map(({ as }) => as.movedBy)}::text[],
      ${rewritten.map(({ as }) => as.movedSource)}::text[]
    ) as new (id, starts_at, ends_at, quantity, date, moved_from, moved_by, moved_source)
    where visit.id = new.id
  `.execute(db)
}

export async function readServiceMinutes(db: Db) {
  const rows = await db.selectFrom('service').select(['key', 'minutes', 'minutes_per_unit']).execute()
  return new Map(rows.map((row) => [row.key, { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }]))
}

export type PlannedVisit = {
  readonly job: {
    readonly id: WeeklyJobId
    readonly customer_id: UserId
    readonly property_id: PropertyId
    readonly service_key: string
  }
  readonly visit: SeriesVisit
}

/** Answers how many were new: a rule's date that has a visit is left alone. `assignees` are in the order of the visits. */
export async function insertVisits(
  db: Db,
  visits: readonly PlannedVisit[],
  assignees: readonly (Assignee | undefined)[],
  now: Instant,
): Promise<number> {
  const texts = new Map<Instant, string>()
  const textOf = (at: Instant): string => {
    const text = texts.get(at) ?? formatInstant(at)
    texts.set(at, text)
    return text
  }
  const firstDate = visits.map(({ visit }) => visit.date).reduce((one, other) => (one < other ? one : other))
  const result = await sql`
    with there as materialized (
      -- By the index, however many visits there are of other jobs and other days.
      select weekly_job_id, date from visit
      where weekly_job_id = any(${[...new Set(visits.map(({ job }) => job.id))]}::uuid[])
        and date >= ${firstDate}::date and state <> 'skipped' and state <> 'cancelled'
    )
    insert into visit (weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
      moved_from, moved_by, moved_source, crew_id, assignment_id, position, created_at)
    select planned.*, ${textOf(now)}::timestamptz from unnest(
      ${visits.map(({ job }) => job.id)}::uuid[],
      ${visits.map(({ job }) => job.customer_id)}::uuid[],
      ${visits.map(({ job }) => job.property_id)}::uuid[],
      ${visits.map(({ job }) => job.service_key)}::text[],
      ${visits.map(({ visit }) => visit.date)}::date[],
      ${visits.map(({ visit }) => textOf(visit.startsAt))}::timestamptz[],
      ${visits.map(({ visit }) => textOf(visit.endsAt))}::timestamptz[],
      ${visits.map(({ visit }) => visit.quantity)}::integer[],
      ${visits.map(({ visit }) => visit.movedFrom)}::date[],
      ${visits.map(({ visit }) => visit.movedBy)}::text[],
      ${visits.map(({ visit }) => visit.movedSource)}::text[],
      ${assignees.map((each) => each?.crewId ?? null)}::uuid[],
      ${assignees.map((each) => each?.assignmentId ?? null)}::uuid[],
      ${assignees.map((each) => each?.position ?? 0)}::integer[]
    ) as planned (job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
      moved_from, moved_by, moved_source, crew_id, assignment_id, position)
    where not exists (
      select from there where there.weekly_job_id = planned.job_id and there.date = planned.date
    )
    on conflict (weekly_job_id, (coalesce(moved_from, date))) do nothing
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Visits that come back go to these, in their order; undefined is nobody. */
export async function saveAssignees(
  db: Db,
  visitIds: readonly VisitId[],
  assignees: readonly (Assignee | undefined)[],
): Promise<void> {
  await sql`
    update visit set crew_id = new.crew_id, assignment_id = new.assignment_id, position = new.position
    from unnest(
      ${visitIds}::uuid[],
      ${assignees.map((each) => each?.crewId ?? null)}::uuid[],
      ${assignees.map((each) => each?.assignmentId ?? null)}::uuid[],
      ${assignees.map((each) => each?.position ?? 0)}::integer[]
    ) as new (id, crew_id, assignment_id, position)
    where visit.id = new.id
  `.execute(db)
}
