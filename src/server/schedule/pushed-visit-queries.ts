/**
 * The visits of a pushed day: which it concerns (of weekly jobs, not begun, in the area; on-demand visits keep their
 * hour), how each was before, and back again.
 */
import { type RawBuilder, sql } from 'kysely'
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'
import type { PropertyGroupId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Push, PushOutcome } from '#domain/schedule/pushed-day.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { PushedDayRow } from './pushed-day-queries.ts'

export type PushedVisit = {
  readonly id: VisitId
  readonly weekly_job_id: WeeklyJobId
  readonly property_id: PropertyId
  readonly group_id: PropertyGroupId | null
  readonly time_zone: string
  readonly customer_id: UserId
  readonly service_key: string
  readonly date: LocalDate
  readonly starts_at: Instant
  readonly quantity: number
  readonly state: VisitState
  readonly crew_id: UserId | null
  /** The rule's date. */
  readonly occurrence: LocalDate
  /** The service comes to the place on the new day anyhow, or the job pauses then. */
  readonly has_conflict: boolean
}

/** In the order of their ids, after one of them. */
export async function findPushedVisits(
  db: Db,
  push: Push,
  page: { now: Instant; after: string | null; limit: number },
): Promise<PushedVisit[]> {
  const { rows } = await sql<PushedVisit>`
    select visit.id, visit.weekly_job_id, visit.property_id, property.group_id, property.time_zone,
      visit.customer_id, visit.service_key, visit.date, visit.starts_at, visit.quantity, visit.state, visit.crew_id,
      coalesce(visit.moved_from, visit.date) as occurrence, ${hasConflict(push)} as has_conflict
    ${concerned(push)} and visit.state in ('scheduled', 'confirmed') and visit.ends_at > ${toTimestamp(page.now)}
      and visit.weekly_job_id is not null and (${page.after}::uuid is null or visit.id > ${page.after}::uuid)
    order by visit.id limit ${page.limit}
  `.execute(db)
  return rows
}

/** Visits there on that day which stay as they are: begun, done, or on demand. */
export async function countStaying(db: Db, push: Push, now: Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${concerned(push)} and visit.state not in ('skipped', 'cancelled')
      and not (visit.weekly_job_id is not null and visit.state in ('scheduled', 'confirmed')
        and visit.ends_at > ${toTimestamp(now)})
  `.execute(db)
  return rows[0]!.count
}

function concerned({ marketId, date, area, serviceKeys }: Push): RawBuilder<unknown> {
  return sql`
    from visit
    join property on property.id = visit.property_id
    join users on users.id = visit.customer_id and users.market_id = ${marketId}
    where visit.date = ${date}::date
      and (${serviceKeys === null} or visit.service_key = any(${[...(serviceKeys ?? [])]}::text[]))
      and ${area === null ? sql`true` : isWithin(area)}`
}

/** The haversine distance of geo.ts. */
function isWithin(area: NonNullable<Push['area']>): RawBuilder<unknown> {
  const { lat, lng, radiusFeet } = area
  return sql`2 * ${EARTH_RADIUS_FEET}::float8 * asin(least(1, sqrt(
    sin(radians(property.lat - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(property.lat)) * sin(radians(property.lng - ${lng}) / 2) ^ 2
  ))) <= ${radiusFeet}`
}

/** The service comes to the place on the new day anyhow, or the job pauses then. */
function hasConflict({ to }: Push): RawBuilder<unknown> {
  if (to === null) return sql`false`
  return sql`(
    exists (
      select from visit there where there.property_id = visit.property_id and there.service_key = visit.service_key
        and there.date = ${to}::date and there.weekly_job_id is not null and there.id <> visit.id
        and there.state not in ('skipped', 'cancelled')
    ) or exists (
      select from weekly_job_pause pause where pause.weekly_job_id = visit.weekly_job_id
        and ${to}::date >= pause.from_date and (pause.to_date is null or ${to}::date <= pause.to_date)
    )
  )`
}

/** A visit with what becomes of it and what its crew is owed for standing by. */
export type PushDecision = {
  readonly visit: PushedVisit
  readonly outcome: PushOutcome
  readonly standbyCents: Cents | null
}

/** Each as it is before the push, so that undoing can put it back. */
export async function rememberVisits(
  db: Db,
  day: PushedDayRow,
  decided: readonly PushDecision[],
): Promise<void> {
  await sql`
    insert into pushed_day_visit (pushed_day_id, visit_id, outcome, was_date, was_starts_at, was_ends_at, was_state,
      was_crew_id, was_assignment_id, was_position, was_moved_from, was_moved_by, was_moved_source, was_move, standby_cents)
    select ${day.id}::uuid, visit.id, pushed.outcome, visit.date, visit.starts_at, visit.ends_at, visit.state,
      visit.crew_id, visit.assignment_id, visit.position, visit.moved_from, visit.moved_by, visit.moved_source,
      to_jsonb(move), pushed.standby_cents
    from unnest(
      ${decided.map(({ visit }) => visit.id)}::uuid[],
      ${decided.map(({ outcome }) => outcome)}::text[],
      ${decided.map(({ standbyCents }) => standbyCents)}::bigint[]
    ) as pushed (visit_id, outcome, standby_cents)
    join visit on visit.id = pushed.visit_id
    left join schedule_move move on move.weekly_job_id = visit.weekly_job_id
      and move.from_date = coalesce(visit.moved_from, visit.date)
    on conflict (pushed_day_id, visit_id) do nothing
  `.execute(db)
}

/** Hours and quantity that a customer had set for the day go with it. */
export async function saveMoves(
  db: Db,
  day: PushedDayRow,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<void> {
  await sql`
    insert into schedule_move (weekly_job_id, from_date, to_date, reason, pushed_day_id, created_by, created_at)
    select job_id, from_date, ${day.to_date}::date, 'pushed', ${day.id}::uuid, ${day.created_by}::uuid, ${toTimestamp(now)}
    from unnest(
      ${visits.map((visit) => visit.weekly_job_id)}::uuid[], ${visits.map((visit) => visit.occurrence)}::date[]
    ) as moved (job_id, from_date)
    on conflict (weekly_job_id, from_date) do update set to_date = excluded.to_date, reason = 'pushed',
      pushed_day_id = excluded.pushed_day_id, created_by = excluded.created_by, created_at = excluded.created_at
  `.execute(db)
}

export async function saveSkips(
  db: Db,
  day: PushedDayRow,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<void> {
  await sql`
    insert into weekly_job_skip (weekly_job_id, date, reason, pushed_day_id, created_at)
    select job_id, date, 'pushed', ${day.id}::uuid, ${toTimestamp(now)}
    from unnest(
      ${visits.map((visit) => visit.weekly_job_id)}::uuid[], ${visits.map((visit) => visit.occurrence)}::date[]
    ) as skipped (job_id, date)
    on conflict (weekly_job_id, date) do nothing
  `.execute(db)
}

export const VISITS_AT_ONCE = 300

export type PushedRow = {
  visit_id: VisitId
  weekly_job_id: WeeklyJobId
  outcome: PushOutcome
  was_state: VisitState
  was_crew_id: UserId | null
  crew_id: UserId | null
}

export async function findPushed(db: Db, day: PushedDayRow): Promise<PushedRow[]> {
  const { rows } = await sql<PushedRow>`
    select pushed.visit_id, visit.weekly_job_id, pushed.outcome, pushed.was_state, pushed.was_crew_id, visit.crew_id
    from pushed_day_visit pushed join visit on visit.id = pushed.visit_id
    where pushed.pushed_day_id = ${day.id}
      and (${day.after_visit_id}::uuid is null or pushed.visit_id > ${day.after_visit_id}::uuid)
    order by pushed.visit_id limit ${VISITS_AT_ONCE}
  `.execute(db)
  return rows
}

/** Those that are still as the push left them, whoever has them now. */
export async function findUntouched(
  db: Db,
  day: PushedDayRow,
  rows: readonly PushedRow[],
): Promise<PushedRow[]> {
  const { rows: same } = await sql<PushedRow>`
    select pushed.visit_id, visit.weekly_job_id, pushed.outcome, pushed.was_state, pushed.was_crew_id, visit.crew_id
    from pushed_day_visit pushed join visit on visit.id = pushed.visit_id
    where pushed.pushed_day_id = ${day.id} and visit.id = any(${rows.map((row) => row.visit_id)}::uuid[])
      and case pushed.outcome
        when 'moved' then visit.state in ('scheduled', 'confirmed') and visit.moved_by = 'pushed'
          and visit.moved_source = ${day.id}
        else visit.state = 'skipped' and exists (
          select from weekly_job_skip skip where skip.weekly_job_id = visit.weekly_job_id
            and skip.date = coalesce(visit.moved_from, visit.date) and skip.pushed_day_id = ${day.id}
        ) end
    order by pushed.visit_id
  `.execute(db)
  return same
}

export async function restoreDates(db: Db, day: PushedDayRow, rows: readonly PushedRow[]): Promise<void> {
  const ids = rows.map((row) => row.visit_id)
  await sql`
    delete from schedule_move using visit
    where visit.id = any(${ids}::uuid[]) and schedule_move.weekly_job_id = visit.weekly_job_id
      and schedule_move.from_date = coalesce(visit.moved_from, visit.date) and schedule_move.pushed_day_id = ${day.id}
  `.execute(db)
  await sql`
    insert into schedule_move
    select (jsonb_populate_record(null::schedule_move, pushed.was_move)).* from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and pushed.visit_id = any(${ids}::uuid[]) and pushed.was_move is not null
    on conflict do nothing
  `.execute(db)
  await sql`
    delete from weekly_job_skip using visit
    where visit.id = any(${ids}::uuid[]) and weekly_job_skip.weekly_job_id = visit.weekly_job_id
      and weekly_job_skip.date = coalesce(visit.moved_from, visit.date) and weekly_job_skip.pushed_day_id = ${day.id}
  `.execute(db)
  await sql`
    update visit set date = pushed.was_date, starts_at = pushed.was_starts_at, ends_at = pushed.was_ends_at,
      moved_from = pushed.was_moved_from, moved_by = pushed.was_moved_by, moved_source = pushed.was_moved_source
    from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and visit.id = pushed.visit_id and visit.id = any(${ids}::uuid[])
  `.execute(db)
}

/** Last, because a visit that changes hands loses its place in a route. */
export async function restorePlaces(db: Db, day: PushedDayRow, rows: readonly PushedRow[]): Promise<void> {
  await sql`
    update visit set assignment_id = pushed.was_assignment_id, position = pushed.was_position
    from pushed_day_visit pushed
    where pushed.pushed_day_id = ${day.id} and visit.id = pushed.visit_id
      and visit.id = any(${rows.map((row) => row.visit_id)}::uuid[])
      and visit.crew_id is not distinct from pushed.was_crew_id
  `.execute(db)
}
