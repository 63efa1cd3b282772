/** Moves of single dates, and the visits that they moved. */
import { sql } from 'kysely'
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate, LocalTime } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { LockedJob } from '../jobs/job-queries.ts'
import type { CustomerScope } from '../scope.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

export type VisitMove = {
  readonly visitId: VisitId
  /** Absent: its day stays. */
  readonly to?: LocalDate | undefined
  /** Null: any time that day. Absent: its hours stay. */
  readonly window?: { readonly start: LocalTime; readonly end: LocalTime } | null | undefined
  readonly quantity?: number | undefined
}

export async function saveMove(
  db: Db,
  scope: CustomerScope,
  {
    job,
    from,
    to,
    move,
    now,
  }: { job: LockedJob; from: LocalDate; to: LocalDate; move: VisitMove; now: Instant },
): Promise<void> {
  const { window, quantity } = move
  const isEdited = window !== undefined
  const hours = {
    sets_window: isEdited,
    window_start: window?.start ?? null,
    window_end: window?.end ?? null,
  }
  const values = {
    to_date: to,
    reason: 'customer' as const,
    pushed_day_id: null,
    created_by: scope.userId,
    created_at: toTimestamp(now),
    ...(isEdited ? hours : {}),
    ...(quantity === undefined ? {} : { quantity }),
  }
  await db
    .insertInto('schedule_move')
    .values({ weekly_job_id: job.id, from_date: from, ...values })
    .onConflict((conflict) => conflict.columns(['weekly_job_id', 'from_date']).doUpdateSet(values))
    .execute()
}

/** By a visit of the same service at the same place, whichever weekly job it belongs to. */
export async function isDayTaken(
  db: Db,
  job: LockedJob,
  date: LocalDate,
  visitId: VisitId,
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('property_id', '=', job.property_id)
    .where('service_key', '=', job.service_key)
    .where('date', '=', date)
    .where('id', '<>', visitId)
    .where('weekly_job_id', 'is not', null)
    .where('state', 'not in', ['skipped', 'cancelled'])
    .select(sql`1`.as('one'))
    .executeTakeFirst()
  return row !== undefined
}

export function findMovedVisit(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['date', 'starts_at as startsAt', 'ends_at as endsAt', 'quantity'])
    .executeTakeFirstOrThrow()
}

export async function deleteMove(db: Db, weeklyJobId: WeeklyJobId, from: LocalDate): Promise<void> {
  await db
    .deleteFrom('schedule_move')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('from_date', '=', from)
    .where('reason', '=', 'customer')
    .execute()
}

export function findStateAndEnd(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['state', 'ends_at'])
    .executeTakeFirstOrThrow()
}

/** Moved visits of a range of days that a crew has, in the order of their ids, after one of them. */
export async function findMovedVisits(
  db: Db,
  { from, to, after }: { from: LocalDate; to: LocalDate; after: VisitId | null },
  limit: number,
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('moved_from', 'is not', null)
    .where('crew_id', 'is not', null)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

export type DayRow = {
  id: VisitId
  crew_id: UserId
  date: LocalDate
  starts_at: Instant
  ends_at: Instant
  quantity: number
  position: number
  is_moved: boolean
  minutes: number
  minutes_per_unit: number
  time_zone: string
  has_hours: boolean
  /** Null: not a day on which the crew works. */
  work_minutes: number | null
}

/** Everything that these visits' crews have on these visits' days. */
export async function findDaysOfCrews(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with day as (
      select distinct crew_id, date from visit
      where id = any(${visitIds}::uuid[]) and crew_id is not null and moved_from is not null
        and state in ('scheduled', 'confirmed') and ends_at > ${toTimestamp(now)}
    )
    select visit.id, visit.crew_id, visit.date, visit.starts_at, visit.ends_at, visit.quantity, visit.position,
      visit.moved_from is not null and visit.state in ('scheduled', 'confirmed') as is_moved,
      ${minutesOnDay} as minutes, ${minutesPerUnitOnDay} as minutes_per_unit, property.time_zone,
      exists (select from crew_hours where crew_hours.crew_id = visit.crew_id) as has_hours,
      (extract(epoch from hours.ends - hours.starts) / 60)::integer as work_minutes
    from day
    join visit on visit.crew_id = day.crew_id and visit.date = day.date and visit.state not in ('skipped', 'cancelled')
    join service on service.key = visit.service_key
    join property on property.id = visit.property_id
    left join crew_hours hours on hours.crew_id = day.crew_id and hours.weekday = extract(isodow from day.date)
  `.execute(db)
  return rows
}
