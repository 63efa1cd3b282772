/** A weekly job as a series of visits: which dates under which terms, and what a change leaves, alters, adds and drops. */

import type { VisitId } from '../ids.ts'
import type { Instant, LocalDate, Weekday } from '../time.ts'
import { addDays } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import type { ScheduleExceptions, ScheduleMove, StayDays, TimeWindow } from './exceptions.ts'
import type { HolidaysOn } from './holidays.ts'
import { CONFLICT_REACH_DAYS, occurrenceOf, type Placed, placeOf, withoutConflicts } from './moves.ts'
import { afterCheckOut, isExcepted, type PlannedVisit, visitDates, visitWindow } from './recurrence.ts'
import type { Rhythm } from './rhythm.ts'

export type Terms = TimeWindow & {
  readonly weekdays: readonly Weekday[]
  readonly rhythm: Rhythm
  readonly quantity: number
}

/** Terms that hold for the dates up to `until`, included, because a change begins the day after. */
export type EarlierTerms = Terms & { readonly until: LocalDate }

export type Series = {
  readonly terms: Terms
  readonly earlierTerms: readonly EarlierTerms[]
  readonly startDate: LocalDate
  readonly endDate: LocalDate | null
  readonly exceptions: ScheduleExceptions
  /** The calendar of the place's hauler or market, where it keeps one for this service. */
  readonly holidays: HolidaysOn | null
  /** Where the visits follow the stays of their place. */
  readonly stayDays?: StayDays
  readonly zone: string
}

export type SeriesVisit = PlannedVisit & Placed & { readonly quantity: number }

/** A visit that exists. */
export type StandingVisit = SeriesVisit & { readonly id: VisitId; readonly state: VisitState }
export type Rewritten<Visit extends StandingVisit = StandingVisit> = {
  readonly visit: Visit
  readonly as: SeriesVisit
}

export type Replan<Visit extends StandingVisit = StandingVisit> = {
  readonly create: readonly SeriesVisit[]
  /** Skipped by the schedule before, wanted again. */
  readonly revive: readonly Rewritten<Visit>[]
  /** Takes place on another date, in another window or quantity. */
  readonly alter: readonly Rewritten<Visit>[]
  readonly drop: readonly Visit[]
}

export type WindowOf = typeof visitWindow

/** A season that has just ended comes again within a year. */
const FURTHEST_DAYS = 2 * 366
const DAYS_AT_ONCE = 63

/** Thousands of jobs share dates and windows, and the calendar is asked once for each. */
export function rememberWindows(): WindowOf {
  const known = new Map<string, ReturnType<WindowOf>>()
  return (date, start, end, zone) => {
    const key = `${date}|${start}|${end}|${zone}`
    const found = known.get(key)
    if (found !== undefined) return found
    const window = visitWindow(date, start, end, zone)
    known.set(key, window)
    return window
  }
}

/**
 * The visits of a series whose rule's dates lie from `from` to `to`, both included, in the order of the days on which
 * they take place, each day once.
 */
export function seriesVisits(
  series: Series,
  from: LocalDate,
  to: LocalDate,
  windowOf: WindowOf = visitWindow,
): SeriesVisit[] {
  const dates = ruleDates(series, from, to)
  if (!isAnyMoved(series, dates)) return dates.flatMap((each) => visitOn(each, series, windowOf))
  const reach = CONFLICT_REACH_DAYS
  const around = ruleDates(series, addDays(from, -reach), addDays(to, reach))
  const visits = around.flatMap((each) => visitOn(each, series, windowOf))
  return withoutConflicts(visits, series.exceptions.pauses).filter((visit) => {
    const date = occurrenceOf(visit)
    return date >= from && date <= to
  })
}

/** The days of the next visits, at most so many, looked for over two years. */
export function comingDates(series: Series, from: LocalDate, count: number): LocalDate[] {
  const dates: LocalDate[] = []
  const furthest = addDays(from, FURTHEST_DAYS)
  const start = series.startDate > from ? series.startDate : from
  for (let day = start; day <= furthest && dates.length < count; day = addDays(day, DAYS_AT_ONCE))
    dates.push(...seriesVisits(series, day, addDays(day, DAYS_AT_ONCE - 1)).map(({ date }) => date))
  return dates.filter((date) => date <= furthest).slice(0, count)
}

/** Those of the series that are not over yet: nobody plans, or is notified of, a window that has passed. */
export function visitsToCome(
  series: Series,
  { from, to, now, windowOf }: { from: LocalDate; to: LocalDate; now: Instant; windowOf?: WindowOf },
): SeriesVisit[] {
  return seriesVisits(series, from, to, windowOf).filter((visit) => visit.endsAt > now)
}

/**
 * Compares what should be from `from` to `to` with the visits that exist there. What has begun, is done, cancelled or
 * over is left alone whatever the schedule says (product §3), and a date of the rule never gets a second visit.
 * `standing` also has the visits of earlier dates that take place from `from` on: they keep their days.
 */
export function replan<Visit extends StandingVisit>(
  series: Series,
  standing: readonly Visit[],
  { from, to, now, windowOf }: { from: LocalDate; to: LocalDate; now: Instant; windowOf?: WindowOf },
): Replan<Visit> {
  const onRule = standing.filter((visit) => occurrenceOf(visit) >= from)
  const fixed = standing.filter((visit) => isFixed(visit, from, now))
  const taken = new Map(fixed.map((visit) => [visit.date, visit]))
  const isFree = (visit: SeriesVisit) => {
    const there = taken.get(visit.date)
    return there === undefined || occurrenceOf(there) === occurrenceOf(visit)
  }
  const wanted = visitsToCome(series, { from, to, now, ...(windowOf && { windowOf }) }).filter(isFree)
  const wantedOn = new Map(wanted.map((visit) => [occurrenceOf(visit), visit]))
  const standingOn = new Set(onRule.map(occurrenceOf))
  const pairs = onRule.flatMap((visit) => {
    const as = wantedOn.get(occurrenceOf(visit))
    return as === undefined || visit.endsAt <= now ? [] : [{ visit, as }]
  })
  return {
    create: wanted.filter((visit) => !standingOn.has(occurrenceOf(visit))),
    revive: pairs.filter(({ visit }) => visit.state === 'skipped'),
    alter: pairs.filter(({ visit, as }) => isMovable(visit) && !isSame(visit, as)),
    drop: onRule.filter(
      (visit) =>
        isMovable(visit) &&
        occurrenceOf(visit) <= to &&
        visit.endsAt > now &&
        !wantedOn.has(occurrenceOf(visit)),
    ),
  }
}

type RuleDate = { readonly date: LocalDate; readonly terms: Terms }

function ruleDates(series: Series, from: LocalDate, to: LocalDate): RuleDate[] {
  const dates: RuleDate[] = []
  let start = from
  for (const terms of [...series.earlierTerms].sort((a, b) => (a.until < b.until ? -1 : 1))) {
    if (terms.until < start) continue
    const until = terms.until < to ? terms.until : to
    dates.push(...datesUnder(terms, series, start, until))
    start = addDays(until, 1)
  }
  const ofRule = [...dates, ...datesUnder(series.terms, series, start, to)]
  const extras = extraDates(series, ofRule, from, to)
  return extras.length === 0 ? ofRule : [...ofRule, ...extras].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Within the series, but for dates that its rule has already or that were taken out of it. */
function extraDates(series: Series, ofRule: readonly RuleDate[], from: LocalDate, to: LocalDate): RuleDate[] {
  const { stayDays, startDate, endDate, exceptions, earlierTerms, terms } = series
  const earlier = [...earlierTerms].sort((a, b) => (a.until < b.until ? -1 : 1))
  return (stayDays?.extras ?? [])
    .filter(
      (date) => date >= from && date <= to && date >= startDate && (endDate === null || date <= endDate),
    )
    .filter((date) => !isExcepted(exceptions, date) && !ofRule.some((each) => each.date === date))
    .map((date) => ({ date, terms: earlier.find(({ until }) => date <= until) ?? terms }))
}

function datesUnder(terms: Terms, series: Series, from: LocalDate, to: LocalDate): RuleDate[] {
  const { startDate, endDate, exceptions } = series
  const { weekdays, rhythm } = terms
  const dates = visitDates({ weekdays, rhythm, startDate, endDate, exceptions }, from, to)
  return dates.map((date) => ({ date, terms }))
}

/** Most series have no move and meet no holiday, and their dates are what the rule says. */
function isAnyMoved({ exceptions, holidays }: Series, dates: readonly RuleDate[]): boolean {
  return (
    exceptions.moves.length > 0 ||
    (holidays !== null && dates.some(({ date }) => holidays(date).kind !== 'stays'))
  )
}

function visitOn({ date, terms }: RuleDate, series: Series, windowOf: WindowOf): SeriesVisit[] {
  const move: ScheduleMove | undefined = series.exceptions.moves.find((each) => each.from === date)
  const placed = placeOf(date, move, series.holidays)
  if (placed === null) return []
  const { windowStart, windowEnd } = move?.window ?? terms
  const window = windowOf(placed.date, windowStart, windowEnd, series.zone)
  return [
    {
      ...placed,
      ...afterCheckOut(window, placed.date, series.stayDays?.checkOuts ?? [], series.zone),
      quantity: move?.quantity ?? terms.quantity,
    },
  ]
}

/** Stays where it is whatever is planned: nothing else of the job may land on its day. */
function isFixed(visit: StandingVisit, from: LocalDate, now: Instant): boolean {
  if (visit.state === 'skipped' || visit.state === 'cancelled') return false
  return !isMovable(visit) || visit.endsAt <= now || occurrenceOf(visit) < from
}

function isMovable(visit: StandingVisit): boolean {
  return visit.state === 'scheduled' || visit.state === 'confirmed'
}

function isSame(visit: StandingVisit, as: SeriesVisit): boolean {
  return (
    visit.startsAt === as.startsAt &&
    visit.endsAt === as.endsAt &&
    visit.quantity === as.quantity &&
    visit.date === as.date &&
    visit.movedBy === as.movedBy &&
    visit.movedSource === as.movedSource
  )
}
