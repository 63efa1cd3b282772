/**
 * A crew keeps a visit that was moved where it works that day and has the time (field 6); else the visit is taken off
 * its list and left open for others. Safe to run again: what stays has been found to fit.
 */
import { isOff } from '#domain/assignments/time-off.ts'
import type { VisitId } from '#domain/ids.ts'
import { conflictingVisitsOf, type DayVisit } from '#domain/schedule/moved-day.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { readDaysOff } from '../crews/days-off-queries.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { type AppliedTransition, applyTransition } from '../visits/apply-transition.ts'
import { findDaysOfCrews, findMovedVisits } from './move-queries.ts'

const VISITS_AT_ONCE = 500

/** Of these visits, those that a crew has on a day to which they were moved. Answers what was taken off. */
export async function releaseConflictingVisits(
  app: App,
  db: Db,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<readonly AppliedTransition[]> {
  if (visitIds.length === 0) return []
  const rows = await findDaysOfCrews(db, visitIds, now)
  if (rows.length === 0) return []
  const dates = rows.map((row) => row.date)
  const daysOff = await readDaysOff(
    db,
    rows.map((row) => row.crew_id),
    dates.reduce((one, other) => (one < other ? one : other)),
    dates.reduce((one, other) => (one > other ? one : other)),
  )
  const asked = new Set<string>(visitIds)
  const conflicting = [...Map.groupBy(rows, (row) => `${row.crew_id} ${row.date}`).values()].flatMap((day) =>
    conflictingVisitsOf({
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
    visitIds: conflicting.filter((id) => asked.has(id)),
  })
  return applied
}

/** All moved visits of a range of days that a crew has, a page at a time. */
export async function settleMoved(
  app: App,
  db: Db,
  { from, to, after }: { from: LocalDate; to: LocalDate; after: VisitId | null },
): Promise<void> {
  const now = app.ports.clock.now()
  const ids = await findMovedVisits(db, { from, to, after }, VISITS_AT_ONCE)
  await releaseConflictingVisits(app, db, ids, now)
  if (ids.length === VISITS_AT_ONCE)
    await enqueue(db, 'settle_moved', { from, to, after: ids.at(-1)! }, { now })
}
