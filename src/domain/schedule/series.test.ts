import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VisitId } from '../ids.ts'
import {
  addDays,
  HOUR_MS,
  instant,
  type LocalDate,
  localDate,
  localTime,
  parseInstant,
  WEEKDAYS,
  type Weekday,
} from '../time.ts'
import { VISIT_STATES, type VisitState } from '../visits/graph.ts'
import { EVERY_WEEK } from './rhythm.ts'
import { NO_EXCEPTIONS } from './schedule.testing.ts'
import {
  comingDates,
  rememberWindows,
  replan,
  type Series,
  type StandingVisit,
  seriesVisits,
  type Terms,
  visitsToCome,
} from './series.ts'

const MONDAY = localDate('2026-03-02')
const NOW = parseInstant('2026-03-02T16:00:00Z')

function terms(weekdays: Weekday[], quantity = 1, start = '09:00', end = '11:00'): Terms {
  return { weekdays, rhythm: EVERY_WEEK, quantity, windowStart: localTime(start), windowEnd: localTime(end) }
}

function series(given: Partial<Series> = {}): Series {
  return {
    terms: terms([1]),
    earlierTerms: [],
    startDate: localDate('2026-01-01'),
    endDate: null,
    exceptions: NO_EXCEPTIONS,
    holidays: null,
    zone: 'America/Denver',
    ...given,
  }
}

function standing(
  of: Series,
  from: LocalDate,
  to: LocalDate,
  state: VisitState = 'scheduled',
): StandingVisit[] {
  return seriesVisits(of, from, to).map((visit) => ({ ...visit, id: visit.date as string as VisitId, state }))
}

describe('a series with a change that begins later', () => {
  const changed = series({
    terms: terms([2], 3),
    earlierTerms: [{ ...terms([1], 1), until: localDate('2026-03-15') }],
  })

  test('keeps the earlier terms up to their last day and follows the new ones after it', () => {
    const visits = seriesVisits(changed, MONDAY, localDate('2026-03-29'))
    expect(visits.map((visit) => [visit.date, visit.quantity])).toEqual([
      ['2026-03-02', 1],
      ['2026-03-09', 1],
      ['2026-03-17', 3],
      ['2026-03-24', 3],
    ])
  })

  test('follows the earlier terms in the order of their last days, and the new ones from the very next day', () => {
    const twice = series({
      terms: terms([2], 3),
      earlierTerms: [
        { ...terms([3], 2), until: localDate('2026-03-16') },
        { ...terms([1], 1), until: localDate('2026-03-10') },
      ],
    })
    const visits = seriesVisits(twice, MONDAY, localDate('2026-03-24'))
    expect(visits.map((visit) => [visit.date, visit.quantity])).toEqual([
      ['2026-03-02', 1],
      ['2026-03-09', 1],
      ['2026-03-11', 2],
      // The day after the earlier terms.
      ['2026-03-17', 3],
      ['2026-03-24', 3],
    ])
  })

  test('answers the same with remembered windows', () => {
    const to = localDate('2026-04-30')
    expect(seriesVisits(changed, MONDAY, to, rememberWindows())).toEqual(seriesVisits(changed, MONDAY, to))
  })
})

describe('dates to come', () => {
  test('begin where they are asked for, or with the series, so many and in order', () => {
    const running = series()
    expect(comingDates(running, localDate('2026-03-03'), 2)).toEqual(['2026-03-09', '2026-03-16'])
    const later = series({ startDate: localDate('2026-05-01') })
    expect(comingDates(later, MONDAY, 2)).toEqual(['2026-05-04', '2026-05-11'])
    expect(comingDates(series({ endDate: localDate('2026-03-09') }), MONDAY, 9)).toEqual([
      '2026-03-02',
      '2026-03-09',
    ])
  })

  test('of guests’ days lie within the series and what was asked, and once beside the rule', () => {
    const days = ['2026-02-20', '2026-03-01', '2026-03-04', '2026-03-09', '2026-03-20', '2026-03-31']
    const withExtras = series({
      stayDays: { checkOuts: [], extras: days.map((each) => localDate(each)) },
      startDate: localDate('2026-02-25'),
      endDate: localDate('2026-03-25'),
    })
    const datesOf = (from: string, to: string) =>
      seriesVisits(withExtras, localDate(from), localDate(to)).map(({ date }) => date)
    expect(datesOf('2026-03-02', '2026-03-10')).toEqual(['2026-03-02', '2026-03-04', '2026-03-09'])
    expect(datesOf('2026-02-01', '2026-03-01')).toEqual(['2026-03-01'])
    expect(datesOf('2026-03-17', '2026-04-30')).toEqual(['2026-03-20', '2026-03-23'])
  })
})

describe('replanning', () => {
  const to = localDate('2026-03-30')

  test('of an unchanged series does nothing', () => {
    const plan = replan(series(), standing(series(), MONDAY, to), { from: MONDAY, to, now: NOW })
    expect(plan).toEqual({ create: [], revive: [], alter: [], drop: [] })
  })

  test('to another weekday drops and creates the same number', () => {
    const plan = replan(series({ terms: terms([2]) }), standing(series(), MONDAY, to), {
      from: addDays(MONDAY, 7),
      to,
      now: NOW,
    })
    expect(plan.drop.map((visit) => visit.date)).toEqual([
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ])
    expect(plan.create.map((visit) => visit.date)).toEqual(['2026-03-10', '2026-03-17', '2026-03-24'])
  })

  test('revives what the schedule skipped and leaves a date that the customer skipped', () => {
    const exceptions = { skippedDates: [localDate('2026-03-16')], pauses: [], moves: [] }
    const plan = replan(series({ exceptions }), standing(series(), MONDAY, to, 'skipped'), {
      from: MONDAY,
      to,
      now: NOW,
    })
    expect(plan.revive.map(({ visit }) => visit.date)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-23',
      '2026-03-30',
    ])
    expect(plan.create).toEqual([])
  })

  test('alters a visit of which only the beginning, the end or the quantity is another', () => {
    const visits = standing(series(), MONDAY, MONDAY)
    for (const changed of [terms([1], 1, '08:00', '11:00'), terms([1], 1, '09:00', '12:00'), terms([1], 2)]) {
      const plan = replan(series({ terms: changed }), visits, { from: MONDAY, to: MONDAY, now: NOW })
      expect(plan.alter.map(({ visit }) => visit.date)).toEqual([MONDAY])
    }
    expect(replan(series(), visits, { from: MONDAY, to: MONDAY, now: NOW }).alter).toEqual([])
  })

  test('alters windows and quantities in place', () => {
    const plan = replan(series({ terms: terms([1], 4, '13:00', '15:00') }), standing(series(), MONDAY, to), {
      from: MONDAY,
      to,
      now: NOW,
    })
    expect(plan.alter).toHaveLength(5)
    expect(plan.alter[0]!.as.quantity).toBe(4)
    expect([plan.drop, plan.create, plan.revive]).toEqual([[], [], []])
  })

  test('never touches what has begun, is done or over, and never doubles a date', () => {
    const dates = fc.constantFrom(...Array.from({ length: 28 }, (_, day) => addDays(MONDAY, day)))
    const visit = fc.record({ date: dates, state: fc.constantFrom(...VISIT_STATES) })
    const property = fc.property(
      fc.uniqueArray(visit, { selector: (each) => each.date }),
      fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      fc.uniqueArray(dates),
      fc.integer({ min: 0, max: 27 }),
      (given, weekdays, skippedDates, fromDay) => {
        const always = series({ terms: terms([1, 2, 3, 4, 5, 6, 7]) })
        const now = instant(NOW + 3 * 86_400_000)
        const visits = given.map((each) => ({
          ...seriesVisits(always, each.date, each.date)[0]!,
          id: each.date as string as VisitId,
          state: each.state,
        }))
        const asked = series({ terms: terms(weekdays), exceptions: { skippedDates, pauses: [], moves: [] } })
        const from = addDays(MONDAY, fromDay)
        const plan = replan(asked, visits, { from, to: addDays(MONDAY, 27), now })
        const touched = [...plan.drop, ...[...plan.alter, ...plan.revive].map((each) => each.visit)]
        for (const each of touched) {
          expect(['scheduled', 'confirmed', 'skipped']).toContain(each.state)
          expect(each.date >= from && each.endsAt > now).toBe(true)
        }
        const existing = new Set(visits.map((each) => each.date))
        for (const each of plan.create) {
          expect(existing.has(each.date)).toBe(false)
          expect(skippedDates).not.toContain(each.date)
          expect(each.date >= from).toBe(true)
        }
      },
    )
    fc.assert(property)
  })
})

describe('visits to come', () => {
  const evening = parseInstant('2026-03-03T01:00:00Z')
  const to = localDate('2026-03-16')
  const datesOf = (of: Series, now = evening) =>
    visitsToCome(of, { from: MONDAY, to, now }).map((visit) => visit.date)

  test('have no window that is already over today', () => {
    expect(datesOf(series({ terms: terms([1], 1, '07:00', '09:00') }))).toEqual(['2026-03-09', '2026-03-16'])
  })

  test('keep a window that is still open', () => {
    expect(datesOf(series({ terms: terms([1], 1, '00:00', '24:00') }))[0]).toBe('2026-03-02')
  })

  test('S9: with the clock set back two hours are on the same dates', () => {
    const daily = series({ terms: terms([1, 3, 5], 1, '00:00', '24:00') })
    expect(datesOf(daily, instant(evening - 2 * HOUR_MS))).toEqual(datesOf(daily))
  })
})
