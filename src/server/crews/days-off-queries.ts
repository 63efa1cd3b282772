/** Days off as everybody who gives a crew work must see them: taking, planning, offers, assigning. */
import { type DaysOff, isOff, type TimedWork } from '#domain/assignments/time-off.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { Db } from '../db/client.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

/** Of those crews that have any around these dates; crews without are not in the answer. */
export async function readDaysOff(
  db: Db,
  crewIds: readonly UserId[],
  from: LocalDate,
  to: LocalDate,
): Promise<ReadonlyMap<UserId, DaysOff[]>> {
  if (crewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('time_off')
    .where('crew_id', 'in', [...new Set(crewIds)])
    // A window may run past midnight, so the days beside count, too.
    .where('to_date', '>=', addDays(from, -1))
    .where('from_date', '<=', addDays(to, 1))
    .select(['crew_id', 'from_date', 'to_date'])
    .execute()
  const byCrew = Map.groupBy(rows, (row) => row.crew_id)
  return new Map(
    [...byCrew].map(([crewId, days]) => [
      crewId,
      days.map((each) => ({ from: each.from_date, to: each.to_date })),
    ]),
  )
}

/** Those of the visits that do not fall on a day off of the crew. */
export async function withoutDaysOff(
  db: Db,
  crewId: UserId,
  visitIds: readonly VisitId[],
): Promise<VisitId[]> {
  const days = await allDaysOff(db, crewId)
  if (days.length === 0 || visitIds.length === 0) return [...visitIds]
  const visits = await timedVisits(db, visitIds)
  return visits.filter((visit) => !isOff(visit, days)).map((visit) => visit.id)
}

export type TimedVisit = TimedWork & { readonly id: VisitId }

export async function timedVisits(db: Db, visitIds: readonly VisitId[]): Promise<TimedVisit[]> {
  if (visitIds.length === 0) return []
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('visit.id', 'in', [...visitIds])
    .select([
      'visit.id',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'property.time_zone',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    zone: row.time_zone,
    durationMinutes: visitMinutes(
      { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit },
      row.quantity,
    ),
  }))
}

async function allDaysOff(db: Db, crewId: UserId): Promise<DaysOff[]> {
  const rows = await db
    .selectFrom('time_off')
    .where('crew_id', '=', crewId)
    .select(['from_date', 'to_date'])
    .execute()
  return rows.map((row) => ({ from: row.from_date, to: row.to_date }))
}
