/** The crew that gets each visit with its weekday: who holds it, unless that crew has the day off. */
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import type { UserId } from '#domain/ids.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import type { SeriesVisit } from '#domain/schedule/series.ts'
import { weekdayOf } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { readDaysOff } from '../crews/days-off-queries.ts'
import type { Db } from '../db/client.ts'
import { type Holder, holderOn } from './series.ts'

export type HeldVisit = {
  readonly job: { readonly service_key: string; readonly time_zone: string }
  readonly visit: Pick<SeriesVisit, 'date' | 'movedFrom' | 'startsAt' | 'endsAt' | 'quantity'>
  readonly holders: readonly Holder[]
}

/** In the order of the visits; undefined is nobody. Two statements at most, however many visits. */
export async function workingHolders(db: Db, visits: readonly HeldVisit[]): Promise<(Holder | undefined)[]> {
  const holders = visits.map(({ holders: all, visit }) =>
    all.length === 0 ? undefined : holderOn(all, occurrenceOf(visit), weekdayOf(occurrenceOf(visit))),
  )
  const daysOff = await daysOffOf(db, visits, holders)
  if (daysOff.size === 0) return holders
  const services = await readServiceMinutes(db)
  return holders.map((holder, index) => {
    const days = holder && daysOff.get(holder.crewId)
    if (days === undefined) return holder
    const { job, visit } = visits[index]!
    const durationMinutes = visitMinutes(services.get(job.service_key)!, visit.quantity)
    return isOff({ ...visit, zone: job.time_zone, durationMinutes }, days) ? undefined : holder
  })
}

async function daysOffOf(
  db: Db,
  visits: readonly HeldVisit[],
  holders: readonly (Holder | undefined)[],
): Promise<ReadonlyMap<UserId, DaysOff[]>> {
  const crewIds = new Set(holders.flatMap((holder) => (holder === undefined ? [] : [holder.crewId])))
  if (crewIds.size === 0) return new Map()
  const dates = visits.map(({ visit }) => visit.date)
  const first = dates.reduce((one, other) => (one < other ? one : other))
  const last = dates.reduce((one, other) => (one > other ? one : other))
  return readDaysOff(db, [...crewIds], first, last)
}

async function readServiceMinutes(db: Db) {
  const rows = await db.selectFrom('service').select(['key', 'minutes', 'minutes_per_unit']).execute()
  return new Map(rows.map((row) => [row.key, { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }]))
}
