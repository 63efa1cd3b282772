/** Weekly jobs with everything that decides their dates, loaded for many at once. */
import { sql } from 'kysely'
import type { AssignmentId, UserId, WeeklyJobId } from '#domain/ids.ts'
import type { DateRange, ScheduleMove } from '#domain/schedule/exceptions.ts'
import { CONFLICT_REACH_DAYS } from '#domain/schedule/moves.ts'
import { type Rhythm, rhythmOf } from '#domain/schedule/rhythm.ts'
import type { EarlierTerms, Series, Terms } from '#domain/schedule/series.ts'
import { addDays, type LocalDate, type LocalTime, type Weekday } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { findCalendars } from './calendar-queries.ts'

export type JobRow = {
  id: WeeklyJobId
  weekdays: Weekday[]
  /** Null is every week. */
  rhythm: Rhythm | null
  window_start: LocalTime | null
  window_end: LocalTime | null
  quantity: number
  starts_on: LocalDate
  ends_on: LocalDate | null
  time_zone: string
}

/** To whom a weekday of a job is assigned, and for which dates. */
export type Assignee = {
  readonly assignmentId: AssignmentId
  readonly crewId: UserId
  readonly position: number
  readonly weekday: Weekday
  readonly from: LocalDate
  /** The first date that the crew no longer does; null while it is assigned. */
  readonly releasedFrom: LocalDate | null
}

export type JobSeries = { readonly series: Series; readonly assignees: readonly Assignee[] }

/** The series of jobs as they matter from a day on, by job id. A few statements, however many jobs. */
export async function loadSeries(
  db: Db,
  jobs: readonly JobRow[],
  since: LocalDate,
): Promise<Map<WeeklyJobId, JobSeries>> {
  const ids = jobs.map((job) => job.id)
  // Dates that come before can have been moved to days from then on.
  const reached = addDays(since, -CONFLICT_REACH_DAYS)
  const skips = await findSkips(db, ids, reached)
  const pauses = await findPauses(db, ids, reached)
  const moves = await findMoves(db, ids, reached)
  const earlier = await findEarlierTerms(db, ids, reached)
  const calendars = await findCalendars(db, ids)
  const stayDays = await findStayDays(db, ids, reached)
  const assignees = await findAssignees(db, ids, since)
  return new Map(
    jobs.map((job) => [
      job.id,
      {
        series: {
          terms: termsOf(job),
          earlierTerms: earlier.get(job.id)?.map(toEarlierTerms) ?? [],
          startDate: job.starts_on,
          endDate: job.ends_on,
          exceptions: {
            skippedDates: skips.get(job.id)?.map((skip) => skip.date) ?? [],
            pauses: pauses.get(job.id)?.map(toRange) ?? [],
            moves: moves.get(job.id)?.map(toMove) ?? [],
          },
          holidays: calendars.get(job.id) ?? null,
          ...stayDaysOf(stayDays.get(job.id)),
          zone: job.time_zone,
        },
        assignees: assignees.get(job.id)?.map(toAssignee) ?? [],
      },
    ]),
  )
}

export function assigneeOn(
  assignees: readonly Assignee[],
  date: LocalDate,
  weekday: Weekday,
): Assignee | undefined {
  return assignees.find(
    (assignee) =>
      assignee.weekday === weekday &&
      assignee.from <= date &&
      (assignee.releasedFrom === null || date < assignee.releasedFrom),
  )
}

async function findSkips(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('weekly_job_skip')
    .where(isOneOf(ids))
    .where('date', '>=', since)
    .select(['weekly_job_id', 'date'])
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

async function findPauses(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('weekly_job_pause')
    .where(isOneOf(ids))
    .where((where) => where.or([where('to_date', 'is', null), where('to_date', '>=', since)]))
    .select(['weekly_job_id', 'from_date', 'to_date'])
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

async function findMoves(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('schedule_move')
    .where(isOneOf(ids))
    .where('from_date', '>=', since)
    .selectAll()
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

async function findEarlierTerms(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('weekly_job_earlier_terms')
    .where(isOneOf(ids))
    .where('until_date', '>=', since)
    .selectAll()
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

async function findStayDays(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('pickup_day')
    .where(isOneOf(ids))
    .where('date', '>=', since)
    .orderBy('date')
    .select(['weekly_job_id', 'date', 'not_before', 'is_extra'])
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

/** Newest first, so that of two that fit a date the later taken one counts. */
async function findAssignees(db: Db, ids: readonly WeeklyJobId[], since: LocalDate) {
  const rows = await db
    .selectFrom('assignment')
    .where(isOneOf(ids))
    .where((where) => where.or([where('released_at', 'is', null), where('released_from', '>', since)]))
    .orderBy('taken_at', 'desc')
    .select(['id', 'weekly_job_id', 'weekday', 'crew_id', 'position', 'from_date', 'released_from'])
    .execute()
  return Map.groupBy(rows, (row) => row.weekly_job_id)
}

type StayDayRow = Awaited<ReturnType<typeof findStayDays>> extends Map<string, (infer Row)[]> ? Row : never

function stayDaysOf(rows: readonly StayDayRow[] | undefined): Pick<Series, 'stayDays'> {
  if (rows === undefined) return {}
  const checkOuts = rows.flatMap(({ date, not_before: notBefore }) =>
    notBefore === null ? [] : [{ date, notBefore }],
  )
  return { stayDays: { checkOuts, extras: rows.flatMap((row) => (row.is_extra ? [row.date] : [])) } }
}

function isOneOf(ids: readonly WeeklyJobId[]) {
  return sql<boolean>`weekly_job_id = any(${ids}::uuid[])`
}

export function termsOf(
  job: Pick<JobRow, 'weekdays' | 'rhythm' | 'window_start' | 'window_end' | 'quantity'>,
): Terms {
  return {
    weekdays: job.weekdays,
    rhythm: rhythmOf(job),
    windowStart: job.window_start,
    windowEnd: job.window_end,
    quantity: job.quantity,
  }
}

function toEarlierTerms(row: Parameters<typeof termsOf>[0] & { until_date: LocalDate }): EarlierTerms {
  return { ...termsOf(row), until: row.until_date }
}

function toRange(row: { from_date: LocalDate; to_date: LocalDate | null }): DateRange {
  return { from: row.from_date, to: row.to_date }
}

function toMove(
  row: Awaited<ReturnType<typeof findMoves>> extends Map<string, (infer Row)[]> ? Row : never,
): ScheduleMove {
  return {
    from: row.from_date,
    to: row.to_date,
    window: row.sets_window ? { windowStart: row.window_start, windowEnd: row.window_end } : undefined,
    quantity: row.quantity ?? undefined,
    by: row.reason,
    source: row.pushed_day_id,
  }
}

function toAssignee(
  row: Awaited<ReturnType<typeof findAssignees>> extends Map<string, (infer Row)[]> ? Row : never,
) {
  return {
    assignmentId: row.id,
    crewId: row.crew_id,
    position: row.position,
    weekday: row.weekday,
    from: row.from_date,
    releasedFrom: row.released_from,
  }
}
