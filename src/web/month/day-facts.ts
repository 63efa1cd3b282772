/** What a place has on one day, and how its stays lie beside one another. */
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'

export type Place = Reply<'POST /api/get-portfolio-month'>['places'][number]
export type Stay = Place['stays'][number]

/** More than two beside one another are a trouble that is marked anyway. */
const LANES = 2

export function factsOn({ stays, visits, troubles }: Place, date: LocalDate) {
  return {
    stays: stays.filter(({ checkIn, checkOut }) => checkIn <= date && date <= checkOut),
    visits: visits.filter((visit) => visit.date === date),
    troubles: troubles.filter((trouble) => trouble.date === date),
  }
}

/** Each on the first lane that is free when it begins. */
export function lanesOf(stays: readonly Stay[]): ReadonlyMap<string, number> {
  const freeFrom: string[] = Array.from({ length: LANES }, () => '')
  const lanes = new Map<string, number>()
  for (const { id, checkIn, checkOut } of stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))) {
    const free = freeFrom.findIndex((day) => day <= checkIn)
    const lane = free === -1 ? LANES - 1 : free
    freeFrom[lane] = checkOut
    lanes.set(id, lane)
  }
  return lanes
}
