/** The crew that gets each visit with its weekday: to whom it is assigned, unless that crew has the day off. */
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import type { UserId } from '#domain/ids.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import type { SeriesVisit } from '#domain/schedule/series.ts'
import { weekdayOf } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { readDaysOff } from '../crews/days-off-queries.ts'
import type { Db } from '../db/client.ts'
import { type Assignee, assigneeOn } from './series-queries.ts'
import { readServiceMinutes } from './visit-queries.ts'

export type AssignedVisit = {
  readonly job: { readonly service_key: string; readonly time_zone: string }
  readonly visit: Pick<SeriesVisit, 'date' | 'movedFrom' | 'startsAt' | 'endsAt' | 'quantity'>
  readonly assignees: readonly Assignee[]
}

/** In the order of the visits; undefined is nobody. Two statements at most, however many visits. */
export async function findAvailableAssignees(
  db: Db,
  visits: readonly AssignedVisit[],
): Promise<(Assignee | undefined)[]> {
  const assignees = visits.map(({ assignees: all, visit }) =>
    all.length === 0 ? undefined : assigneeOn(all, occurrenceOf(visit), weekdayOf(occurrenceOf(visit))),
  )
  const daysOff = await daysOffOf(db, visits, assignees)
  if (daysOff.size === 0) return assignees
  const services = await readServiceMinutes(db)
  return assignees.map((assignee, index) => {
    const days = assignee && daysOff.get(assignee.crewId)
    if (days === undefined) return assignee
    const { job, visit } = visits[index]!
    const durationMinutes = visitMinutes(services.get(job.service_key)!, visit.quantity)
    return isOff({ ...visit, zone: job.time_zone, durationMinutes }, days) ? undefined : assignee
  })
}

async function daysOffOf(
  db: Db,
  visits: readonly AssignedVisit[],
  assignees: readonly (Assignee | undefined)[],
): Promise<ReadonlyMap<UserId, DaysOff[]>> {
  const crewIds = new Set(assignees.flatMap((assignee) => (assignee === undefined ? [] : [assignee.crewId])))
  if (crewIds.size === 0) return new Map()
  const dates = visits.map(({ visit }) => visit.date)
  const first = dates.reduce((one, other) => (one < other ? one : other))
  const last = dates.reduce((one, other) => (one > other ? one : other))
  return readDaysOff(db, [...crewIds], first, last)
}
