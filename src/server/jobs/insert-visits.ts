/** Puts planned visits into the database: many in one statement, a rule's date that has one left alone. */
import { sql } from 'kysely'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { SeriesVisit } from '#domain/schedule/series.ts'
import { formatInstant, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { Holder } from './series.ts'
import { workingHolders } from './working-holders.ts'

export type VisitedJob = {
  readonly id: string
  readonly customer_id: UserId
  readonly property_id: PropertyId
  readonly service_key: string
  readonly time_zone: string
}

export type NewVisit = {
  readonly job: VisitedJob
  readonly visit: SeriesVisit
  readonly holders: readonly Holder[]
}

/** Bounds the memory of one statement. */
const ROWS_AT_ONCE = 5_000

/** Answers how many were new. The crew that holds the weekday gets the visit with it, unless it has that day off. */
export async function insertVisits(db: Db, visits: readonly NewVisit[], now: Instant): Promise<number> {
  let inserted = 0
  for (let from = 0; from < visits.length; from += ROWS_AT_ONCE)
    inserted += await insertSome(db, visits.slice(from, from + ROWS_AT_ONCE), now)
  return inserted
}

async function insertSome(db: Db, visits: readonly NewVisit[], now: Instant): Promise<number> {
  const texts = new Map<Instant, string>()
  const textOf = (at: Instant): string => {
    const text = texts.get(at) ?? formatInstant(at)
    texts.set(at, text)
    return text
  }
  const holders = await workingHolders(db, visits)
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
      ${holders.map((holder) => holder?.crewId ?? null)}::uuid[],
      ${holders.map((holder) => holder?.assignmentId ?? null)}::uuid[],
      ${holders.map((holder) => holder?.position ?? 0)}::integer[]
    ) as planned (job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
      moved_from, moved_by, moved_source, crew_id, assignment_id, position)
    where not exists (
      select from there where there.weekly_job_id = planned.job_id and there.date = planned.date
    )
    on conflict (weekly_job_id, (coalesce(moved_from, date))) do nothing
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
