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

/** One stay within the days that are shown, from the middle of the day when guests come to the one when they leave. */
export type Bar = {
  readonly stay: Stay
  readonly lane: number
  /** In days from the beginning of the first. */
  readonly from: number
  readonly until: number
  readonly begins: boolean
  readonly ends: boolean
}

const COMES_AT = 0.56
const LEAVES_AT = 0.4

/** The bars that start in each of the days, counted from 0. */
export function barsOf(stays: readonly Stay[], days: readonly LocalDate[]): ReadonlyMap<number, Bar[]> {
  const lanes = lanesOf(stays)
  const [first, last] = [days[0]!, days.at(-1)!]
  const bars = new Map<number, Bar[]>()
  for (const stay of stays.filter(({ checkIn, checkOut }) => checkIn <= last && first <= checkOut)) {
    const begins = first <= stay.checkIn
    const ends = stay.checkOut <= last
    const from = begins ? days.indexOf(stay.checkIn) + COMES_AT : 0
    const until = ends ? days.indexOf(stay.checkOut) + LEAVES_AT : days.length
    const column = Math.floor(from)
    const bar = { stay, lane: lanes.get(stay.id) ?? 0, from, until, begins, ends }
    bars.set(column, [...(bars.get(column) ?? []), bar])
  }
  return bars
}
