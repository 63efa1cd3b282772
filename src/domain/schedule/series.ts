/** A weekly job as a series of visits: which dates under which terms, and what a change leaves, alters, adds and drops. */

import type { VisitId } from '../ids.ts'
import type { Instant, LocalDate, Weekday } from '../time.ts'
import { addDays } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import {
  type PlannedVisit,
  type ScheduleExceptions,
  type TimeWindow,
  visitDates,
  visitWindow,
} from './recurrence.ts'

export type Terms = TimeWindow & { readonly weekdays: readonly Weekday[]; readonly quantity: number }

/** Terms that hold for the dates up to `until`, included, because a change begins the day after. */
export type EarlierTerms = Terms & { readonly until: LocalDate }

export type Series = {
  readonly terms: Terms
  readonly earlierTerms: readonly EarlierTerms[]
  readonly startDate: LocalDate
  readonly endDate: LocalDate | null
  readonly exceptions: ScheduleExceptions
  readonly zone: string
}

export type SeriesVisit = PlannedVisit & { readonly quantity: number }

/** A visit that exists. */
export type StandingVisit = SeriesVisit & { readonly id: VisitId; readonly state: VisitState }
export type Rewritten = { readonly visit: StandingVisit; readonly as: SeriesVisit }

export type Replan = {
  readonly create: readonly SeriesVisit[]
  /** Skipped by the schedule before, wanted again. */
  readonly revive: readonly Rewritten[]
  /** Stays on its date with another window or quantity. */
  readonly alter: readonly Rewritten[]
  readonly drop: readonly StandingVisit[]
}

export type WindowOf = typeof visitWindow

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

/** The visits of a series from `from` to `to`, both included, in order, each date once. */
export function seriesVisits(
  series: Series,
  from: LocalDate,
  to: LocalDate,
  windowOf: WindowOf = visitWindow,
): SeriesVisit[] {
  const visits: SeriesVisit[] = []
  let start = from
  for (const terms of [...series.earlierTerms].sort((a, b) => (a.until < b.until ? -1 : 1))) {
    if (terms.until < start) continue
    const until = terms.until < to ? terms.until : to
    visits.push(...visitsUnder(terms, series, start, until, windowOf))
    start = addDays(until, 1)
  }
  return [...visits, ...visitsUnder(series.terms, series, start, to, windowOf)]
}

/**
 * Compares what should be from `from` to `to` with the visits that exist there. What has begun, is done, cancelled or
 * over is left alone whatever the schedule says (product §3), and a date with a visit never gets a second one.
 */
export function replan(
  series: Series,
  standing: readonly StandingVisit[],
  { from, to, now }: { from: LocalDate; to: LocalDate; now: Instant },
): Replan {
  const wanted = seriesVisits(series, from, to).filter((visit) => visit.endsAt > now)
  const wantedOn = new Map(wanted.map((visit) => [visit.date, visit]))
  const standingOn = new Map(standing.map((visit) => [visit.date, visit]))
  const pairs = standing.flatMap((visit) => {
    const as = wantedOn.get(visit.date)
    return as === undefined || visit.endsAt <= now ? [] : [{ visit, as }]
  })
  return {
    create: wanted.filter((visit) => !standingOn.has(visit.date)),
    revive: pairs.filter(({ visit }) => visit.state === 'skipped'),
    alter: pairs.filter(({ visit, as }) => isMovable(visit) && !isSame(visit, as)),
    drop: standing.filter(
      (visit) =>
        isMovable(visit) &&
        visit.date >= from &&
        visit.date <= to &&
        visit.endsAt > now &&
        !wantedOn.has(visit.date),
    ),
  }
}

function visitsUnder(
  terms: Terms,
  series: Series,
  from: LocalDate,
  to: LocalDate,
  windowOf: WindowOf,
): SeriesVisit[] {
  const { startDate, endDate, exceptions, zone } = series
  return visitDates({ weekdays: terms.weekdays, startDate, endDate, exceptions }, from, to).map((date) => ({
    date,
    ...windowOf(date, terms.windowStart, terms.windowEnd, zone),
    quantity: terms.quantity,
  }))
}

function isMovable(visit: StandingVisit): boolean {
  return visit.state === 'scheduled' || visit.state === 'confirmed'
}

function isSame(visit: StandingVisit, as: SeriesVisit): boolean {
  return visit.startsAt === as.startsAt && visit.endsAt === as.endsAt && visit.quantity === as.quantity
}
