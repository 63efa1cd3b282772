/**
 * What a host wants to see before it happens: two stays in one night, guests who leave a place that nobody cleans, work
 * inside while somebody has the place. Only what is still to come: the past can be helped by nobody.
 */
import type { StayId, VisitId } from '../ids.ts'
import { isOccupied, overlapsOf, type Stay } from '../stays/stay.ts'
import {
  addDays,
  HOUR_MS,
  type Instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  weekdayOf,
  daysInMonthOf,
} from '../time.ts'
import { TURNOVER_SERVICE } from '../turnovers/wanted-turnovers.ts'
import type { VisitState } from '../visits/graph.ts'

export const TROUBLES = ['double_booked', 'no_turnover', 'visit_during_stay'] as const
export type Trouble = {
  readonly kind: (typeof TROUBLES)[number]
  readonly date: LocalDate
  readonly stayIds: StayId[]
  readonly visitIds: VisitId[]
}

export type SeenVisit = {
  readonly id: VisitId
  readonly serviceKey: string
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly state: VisitState
}

export type SeenPlace = {
  readonly zone: string
  /** Where a stay says no time of its own. */
  readonly hours: { readonly checkInTime: LocalTime; readonly checkOutTime: LocalTime }
  readonly stays: readonly Stay[]
  readonly visits: readonly SeenVisit[]
}

type Days = { readonly from: LocalDate; readonly to: LocalDate }

/** Work inside the house, which wants the place to itself; bins, lawns and pools are done while guests are there. */
const INSIDE: ReadonlySet<string> = new Set([TURNOVER_SERVICE, 'handyman'])
const NOT_COMING: ReadonlySet<VisitState> = new Set(['cancelled', 'skipped', 'missed'])
const OVER: ReadonlySet<VisitState> = new Set([...NOT_COMING, 'completed'])
/** What a visit inside needs of its window at least. */
const LEAST_FREE_MS = HOUR_MS
/** Where nobody comes soon, a place may wait so long for its turnover. */
const LONGEST_WAIT_DAYS = 14

/** First and last day of the month of a day. */
export function monthOf(day: LocalDate): Days {
  const from = addDays(day, 1 - Number(day.slice(8)))
  return { from, to: addDays(from, daysInMonthOf(from) - 1) }
}

/** The Mondays of the weeks that touch these days. */
export function weeksOf({ from, to }: Days): LocalDate[] {
  const weeks: LocalDate[] = []
  for (let monday = addDays(from, 1 - weekdayOf(from)); monday <= to; monday = addDays(monday, 7))
    weeks.push(monday)
  return weeks
}

/** What has to be known to say what is wrong on these days. */
export function daysToRead({ from, to }: Days): Days {
  return { from: addDays(from, -1), to: addDays(to, LONGEST_WAIT_DAYS) }
}

/** By day, at most one of each kind a day. */
export function troublesOf(place: SeenPlace, days: Days, today: LocalDate): Trouble[] {
  const isSeen = ({ date }: Trouble) => date >= days.from && date <= days.to && date >= today
  return [...doubleBooked(place), ...withoutTurnover(place), ...visitsDuringStays(place)]
    .filter(isSeen)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function doubleBooked({ stays }: SeenPlace): Trouble[] {
  const nights = new Map<LocalDate, Set<StayId>>()
  for (const [first, second] of overlapsOf(stays)) {
    const until = first.checkOut < second.checkOut ? first.checkOut : second.checkOut
    for (let night = second.checkIn; night < until; night = addDays(night, 1))
      nights.set(night, (nights.get(night) ?? new Set()).add(first.id).add(second.id))
  }
  return [...nights].map(([date, ids]) => ({
    kind: 'double_booked',
    date,
    stayIds: [...ids].toSorted(),
    visitIds: [],
  }))
}

/** One between who leaves and who comes is enough, on any day; while others still sleep there, nobody cleans. */
function withoutTurnover({ stays, visits }: SeenPlace): Trouble[] {
  const occupied = stays.filter(isOccupied)
  const cleaned = visits
    .filter(({ serviceKey, state }) => serviceKey === TURNOVER_SERVICE && !NOT_COMING.has(state))
    .map(({ date }) => date)
  const isCleaned = (date: LocalDate) => {
    const next = occupied.map(({ checkIn }) => checkIn).filter((checkIn) => checkIn >= date)
    const until = [addDays(date, LONGEST_WAIT_DAYS), ...next].reduce((a, b) => (a < b ? a : b))
    return cleaned.some((day) => day >= date && day <= until)
  }
  return [...Map.groupBy(occupied, ({ checkOut }) => checkOut)]
    .filter(([date]) => !occupied.some(({ checkIn, checkOut }) => checkIn < date && date < checkOut))
    .filter(([date]) => !isCleaned(date))
    .map(([date, leaving]) => ({
      kind: 'no_turnover',
      date,
      stayIds: leaving.map(({ id }) => id).toSorted(),
      visitIds: [],
    }))
}

/** In the place's own hours, whatever the clocks do that night: a visit fits where an hour of its window is free. */
function visitsDuringStays({ stays, visits, hours, zone }: SeenPlace): Trouble[] {
  const taken = stays.filter(isOccupied).map((stay) => ({
    id: stay.id,
    startsAt: instantAt(stay.checkIn, stay.checkInTime ?? hours.checkInTime, zone),
    endsAt: instantAt(stay.checkOut, stay.checkOutTime ?? hours.checkOutTime, zone),
  }))
  const disturbing = visits
    .filter(({ serviceKey, state }) => INSIDE.has(serviceKey) && !OVER.has(state))
    .map((visit) => ({ visit, stays: taken.filter((stay) => overlaps(stay, visit)) }))
    .filter(({ visit, stays: during }) => during.length > 0 && !hasRoom(visit, during))
  return [...Map.groupBy(disturbing, ({ visit }) => visit.date)].map(([date, group]) => ({
    kind: 'visit_during_stay',
    date,
    stayIds: [...new Set(group.flatMap((each) => each.stays.map(({ id }) => id)))].toSorted(),
    visitIds: group.map(({ visit }) => visit.id).toSorted(),
  }))
}

type Span = { readonly startsAt: Instant; readonly endsAt: Instant }

function overlaps(a: Span, b: Span): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/** Whether enough of a window is left in one piece when these are taken. */
function hasRoom(window: Span, taken: readonly Span[]): boolean {
  const needed = Math.min(LEAST_FREE_MS, window.endsAt - window.startsAt)
  let free: number = window.startsAt
  for (const { startsAt, endsAt } of taken.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (startsAt - free >= needed) return true
    free = Math.max(free, endsAt)
  }
  return window.endsAt - free >= needed
}
