/**
 * A crew keeps a visit that was moved where it works that day and has the time (field 6); else the visit is taken off
 * its list and left open for others. Safe to run again: what stays has been found to fit.
 */
import { sql } from 'kysely'
import { isOff } from '#domain/assignments/time-off.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { type DayVisit, misfitsOf } from '#domain/schedule/moved-day.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { readDaysOff } from '../crews/days-off-queries.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { type AppliedTransition, applyTransition } from '../visits/transition.ts'

const VISITS_AT_ONCE = 500

/** Of these visits, those that somebody holds on a day to which they were moved. Answers what was taken off. */
export async function releaseMisfits(
  app: App,
  db: Db,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<readonly AppliedTransition[]> {
  if (visitIds.length === 0) return []
  const rows = await daysOfCrews(db, visitIds, now)
  if (rows.length === 0) return []
  const dates = rows.map((row) => row.date)
  const daysOff = await readDaysOff(
    db,
    rows.map((row) => row.crew_id),
    dates.reduce((one, other) => (one < other ? one : other)),
    dates.reduce((one, other) => (one > other ? one : other)),
  )
  const asked = new Set<string>(visitIds)
  const misfits = [...Map.groupBy(rows, (row) => `${row.crew_id} ${row.date}`).values()].flatMap((day) =>
    misfitsOf({
      workMinutes: day[0]!.has_hours ? day[0]!.work_minutes : undefined,
      visits: day.map((row) => {
        const durationMinutes = visitMinutes(
          { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit },
          row.quantity,
        )
        const work = { startsAt: row.starts_at, endsAt: row.ends_at, zone: row.time_zone, durationMinutes }
        const visit: DayVisit = {
          id: row.id,
          durationMinutes,
          isMoved: row.is_moved,
          position: row.position,
          isOff: isOff(work, daysOff.get(row.crew_id) ?? []),
        }
        return visit
      }),
    }),
  )
  const { applied } = await applyTransition(db, {
    app,
    transition: 'release',
    actor: SYSTEM,
    now,
    detail: { reason: 'moved' },
    visitIds: misfits.filter((id) => asked.has(id)),
  })
  return applied
}

/** All moved visits of a range of days that somebody holds, a page at a time. */
export async function settleMoved(
  app: App,
  db: Db,
  { from, to, after }: { from: LocalDate; to: LocalDate; after: VisitId | null },
): Promise<void> {
  const now = app.ports.clock.now()
  const rows = await db
    .selectFrom('visit')
    .where('moved_from', 'is not', null)
    .where('crew_id', 'is not', null)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(VISITS_AT_ONCE)
    .select('id')
    .execute()
  await releaseMisfits(
    app,
    db,
    rows.map((row) => row.id),
    now,
  )
  if (rows.length === VISITS_AT_ONCE)
    await enqueue(db, 'settle_moved', { from, to, after: rows.at(-1)!.id }, { now })
}

type DayRow = {
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
async function daysOfCrews(db: Db, visitIds: readonly VisitId[], now: Instant): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with day as (
      select distinct crew_id, date from visit
      where id = any(${visitIds}::uuid[]) and crew_id is not null and moved_from is not null
        and state in ('scheduled', 'confirmed') and ends_at > ${toTimestamp(now)}
    )
    select visit.id, visit.crew_id, visit.date, visit.starts_at, visit.ends_at, visit.quantity, visit.position,
      visit.moved_from is not null and visit.state in ('scheduled', 'confirmed') as is_moved,
      service.minutes, service.minutes_per_unit, property.time_zone,
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
