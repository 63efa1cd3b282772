import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VisitId } from '../ids.ts'
import {
  addDays,
  type LocalDate,
  localDate,
  localTime,
  parseInstant,
  timeAt,
  WEEKDAYS,
  type Weekday,
} from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { type ScheduleMove } from './exceptions.ts'
import { type HolidayRule, rememberHolidays } from './holidays.ts'
import { occurrenceOf } from './moves.ts'
import { EVERY_WEEK } from './rhythm.ts'
import { NO_EXCEPTIONS } from './schedule.testing.ts'
import { replan, type Series, type StandingVisit, seriesVisits } from './series.ts'

const THANKSGIVING: HolidayRule = {
  key: 'thanksgiving',
  on: { month: 11, nth: 4, weekday: 4 },
  effect: 'shift',
  weekend: 'ignore',
}
const HOLIDAYS = rememberHolidays({ rules: [THANKSGIVING], secondHoliday: 'once' })
const day = (text: string) => localDate(`2026-${text}`)

function series(weekdays: Weekday[], given: Partial<Series> = {}, moves: ScheduleMove[] = []): Series {
  return {
    terms: {
      weekdays,
      rhythm: EVERY_WEEK,
      quantity: 1,
      windowStart: localTime('07:00'),
      windowEnd: localTime('09:00'),
    },
    earlierTerms: [],
    startDate: day('01-01'),
    endDate: null,
    exceptions: { ...NO_EXCEPTIONS, moves },
    holidays: null,
    zone: 'America/Denver',
    ...given,
  }
}

const move = (from: string, to: string, more: Partial<ScheduleMove> = {}): ScheduleMove => ({
  from: day(from),
  to: day(to),
  by: 'customer',
  source: null,
  ...more,
})

const datesOf = (of: Series, from: string, to: string) =>
  seriesVisits(of, day(from), day(to)).map((visit) => visit.date.slice(5))

const standing = (of: Series, from: string, to: string): StandingVisit[] =>
  seriesVisits(of, day(from), day(to)).map((visit) => ({
    ...visit,
    id: occurrenceOf(visit) as string as VisitId,
    state: 'scheduled',
  }))

describe('a series with holidays', () => {
  test('field 6: moves Thursday and Friday of Thanksgiving and keeps every other week', () => {
    const daily = series([3, 4, 5], { holidays: HOLIDAYS })
    expect(datesOf(daily, '11-16', '12-06')).toEqual([
      '11-18',
      '11-19',
      '11-20',
      '11-25',
      '11-27',
      '11-28',
      '12-02',
      '12-03',
      '12-04',
    ])
    const friday = seriesVisits(daily, day('11-26'), day('11-26'))[0]!
    expect(friday).toMatchObject({
      date: '2026-11-27',
      movedFrom: '2026-11-26',
      movedBy: 'holiday',
      movedSource: 'thanksgiving',
    })
    expect(timeAt(friday.startsAt, 'America/Denver')).toBe('07:00')
  })

  test('field 6: makes no second visit where the last days of a week meet', () => {
    const daily = series([1, 2, 3, 4, 5, 6, 7], { holidays: HOLIDAYS })
    expect(datesOf(daily, '11-23', '11-29')).toEqual(['11-23', '11-24', '11-25', '11-27', '11-28', '11-29'])
  })

  test('a visit that a person moved is not moved by the holiday too', () => {
    const moved = series([4], { holidays: HOLIDAYS }, [move('11-26', '11-24')])
    expect(datesOf(moved, '11-23', '12-06')).toEqual(['11-24', '12-03'])
    const later = series([4], { holidays: HOLIDAYS }, [move('11-26', '11-26', { quantity: 3 })])
    expect(seriesVisits(later, day('11-26'), day('11-26'))).toMatchObject([
      { date: '2026-11-27', quantity: 3, movedBy: 'holiday' },
    ])
  })
})

describe('moving', () => {
  test('field 9: one, this and following, or all keeps the count', () => {
    const before = series([3])
    expect(datesOf(before, '06-01', '06-28')).toEqual(['06-03', '06-10', '06-17', '06-24'])
    const one = series([3], {}, [move('06-10', '06-12')])
    expect(datesOf(one, '06-01', '06-28')).toEqual(['06-03', '06-12', '06-17', '06-24'])
    const following = series([5], { earlierTerms: [{ ...before.terms, until: day('06-07') }] })
    expect(datesOf(following, '06-01', '06-28')).toEqual(['06-03', '06-12', '06-19', '06-26'])
    const plan = replan(one, standing(before, '06-01', '06-28'), {
      from: day('06-01'),
      to: day('06-28'),
      now: parseInstant('2026-06-01T12:00:00Z'),
    })
    expect([plan.create, plan.drop, plan.revive]).toEqual([[], [], []])
    expect(plan.alter.map(({ visit, as }) => [visit.id, as.date])).toEqual([['2026-06-10', '2026-06-12']])
  })

  test('field 8: survives a change of the window and weekdays, and its own window beats the new one', () => {
    const own = { windowStart: localTime('14:00'), windowEnd: localTime('16:00') }
    const moves = [move('06-10', '06-12', { window: own }), move('06-17', '06-18')]
    const edited = series([2, 3], {}, moves)
    const visits = seriesVisits(edited, day('06-08'), day('06-21'))
    expect(visits.map(({ date, startsAt }) => [date.slice(5), timeAt(startsAt, 'America/Denver')])).toEqual([
      ['06-09', '07:00'],
      ['06-12', '14:00'],
      ['06-16', '07:00'],
      ['06-18', '07:00'],
    ])
  })

  test('into a pause falls out, and comes back when the pause is gone', () => {
    const moves = [move('06-10', '06-12')]
    const pauses = [{ from: day('06-12'), to: day('06-13') }]
    const paused = series([3], { exceptions: { skippedDates: [], pauses, moves } })
    expect(datesOf(paused, '06-08', '06-14')).toEqual([])
    expect(datesOf(series([3], {}, moves), '06-08', '06-14')).toEqual(['06-12'])
    // The first and the last day of a pause are of it.
    for (const pause of [
      { from: day('06-11'), to: day('06-12') },
      { from: day('06-12'), to: null },
      { from: day('06-11'), to: day('06-11') },
    ]) {
      const within = series([3], { exceptions: { skippedDates: [], pauses: [pause], moves } })
      expect(datesOf(within, '06-08', '06-14')).toEqual(pause.to === day('06-11') ? ['06-12'] : [])
    }
  })

  test('lands on no day where a visit of the job is done or was left by an earlier rule', () => {
    const before = standing(series([1, 3]), '06-01', '06-07')
    const [monday, wednesday] = before as [StandingVisit, StandingVisit]
    const visits: StandingVisit[] = [
      { ...monday, date: day('06-05'), movedFrom: day('06-01'), movedBy: 'customer' },
      { ...wednesday, state: 'completed' },
    ]
    const plan = replan(series([3, 5], {}, [move('06-05', '06-03')]), visits, {
      from: day('06-02'),
      to: day('06-07'),
      now: parseInstant('2026-06-02T12:00:00Z'),
    })
    expect(plan).toEqual({ create: [], revive: [], alter: [], drop: [] })
  })
})

describe('any moves', () => {
  const days = fc.integer({ min: 0, max: 41 }).map((offset) => addDays(day('11-09'), offset))
  const anyMove = fc
    .record({
      from: days,
      offset: fc.integer({ min: -14, max: 14 }),
      by: fc.constantFrom('pushed' as const, 'customer' as const),
    })
    .map(({ from, offset, by }) => ({ from, to: addDays(from, offset), by, source: null }))
  const anySeries = fc
    .record({
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      moves: fc.uniqueArray(anyMove, { selector: (each) => each.from, maxLength: 8 }),
      skippedDates: fc.uniqueArray(days, { maxLength: 4 }),
      hasHolidays: fc.boolean(),
    })
    .map(({ weekdays, moves, skippedDates, hasHolidays }) =>
      series(weekdays, {
        exceptions: { skippedDates, pauses: [], moves },
        holidays: hasHolidays ? HOLIDAYS : null,
      }),
    )
  const range = { from: day('11-09'), to: day('12-20') }

  test('give no day twice and no rule’s date twice', () => {
    fc.assert(
      fc.property(anySeries, (of) => {
        const visits = seriesVisits(of, range.from, range.to)
        expect(new Set(visits.map((visit) => visit.date)).size).toBe(visits.length)
        expect(new Set(visits.map(occurrenceOf)).size).toBe(visits.length)
      }),
    )
  })

  test('come out the same week by week as at once', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 40 }), (of, cut) => {
        const until = addDays(range.from, cut)
        const parts = [
          ...seriesVisits(of, range.from, until),
          ...seriesVisits(of, addDays(until, 1), range.to),
        ]
        const byDate = (a: { date: LocalDate }, b: { date: LocalDate }) => (a.date < b.date ? -1 : 1)
        expect(parts.sort(byDate)).toEqual(seriesVisits(of, range.from, range.to))
      }),
    )
  })

  test('replanned twice settle: the second run finds nothing to do', () => {
    const now = parseInstant('2026-11-09T12:00:00Z')
    fc.assert(
      fc.property(anySeries, anySeries, (before, after) => {
        const visits = standing(before, '11-09', '12-20')
        const plan = replan(after, visits, { ...range, now })
        const dropped = new Set<string>(plan.drop.map((visit) => visit.id))
        const altered = new Map(plan.alter.map(({ visit, as }) => [visit.id, as]))
        const next: StandingVisit[] = [
          ...visits.map((visit) => ({
            ...visit,
            ...altered.get(visit.id),
            state: dropped.has(visit.id) ? ('skipped' as const) : visit.state,
          })),
          ...plan.create.map((visit) => ({
            ...visit,
            id: occurrenceOf(visit) as string as VisitId,
            state: 'scheduled' as const,
          })),
        ]
        const live = next.filter((visit) => visit.state === 'scheduled').map((visit) => visit.date)
        expect(new Set(live).size).toBe(live.length)
        expect(replan(after, next, { ...range, now })).toEqual({
          create: [],
          revive: [],
          alter: [],
          drop: [],
        })
      }),
    )
  })
})

/** The visit of a rule's date that takes place on another. */
function movedVisit(from: string, to: string, state: VisitState): StandingVisit {
  const [visit] = seriesVisits(series([1, 2, 3, 4, 5, 6, 7]), day(to), day(to))
  return { ...visit!, id: from as VisitId, movedFrom: day(from), movedBy: 'customer', state }
}

test('of two moves that meet the earlier one wins, in whatever order they were made', () => {
  const moves = [move('03-02', '03-12'), move('03-09', '03-12')]
  for (const made of [moves, moves.toReversed()]) {
    const visits = seriesVisits(series([1], {}, made), day('03-02'), day('03-15'))
    expect(visits.map(({ date, movedFrom }) => [date, movedFrom])).toEqual([[day('03-12'), day('03-02')]])
  }
})

test('a date that is moved onto the day of another gives way to it', () => {
  const visits = seriesVisits(series([1, 4], {}, [move('03-09', '03-12')]), day('03-09'), day('03-15'))
  expect(visits.map(({ date, movedFrom }) => [date, movedFrom])).toEqual([[day('03-12'), null]])
})

test.each<VisitState>(['en_route', 'in_progress', 'completed', 'missed', 'reopened'])(
  'nothing is planned onto the day of a visit that is %s',
  (state) => {
    const there = movedVisit('03-09', '03-11', state)
    const plan = replan(series([3]), [there], {
      from: day('03-09'),
      to: day('03-15'),
      now: parseInstant('2026-03-09T06:00:00Z'),
    })
    expect(plan).toEqual({ create: [], revive: [], alter: [], drop: [] })
  },
)

test.each<VisitState>(['skipped', 'cancelled'])('the day of a visit that is %s is free', (state) => {
  const there = movedVisit('03-09', '03-11', state)
  const plan = replan(series([3]), [there], {
    from: day('03-09'),
    to: day('03-15'),
    now: parseInstant('2026-03-09T06:00:00Z'),
  })
  expect(plan.create.map(({ date }) => date)).toEqual([day('03-11')])
})

test('nothing is planned onto the day of an earlier date that was moved there', () => {
  const there = movedVisit('03-02', '03-11', 'scheduled')
  const plan = replan(series([3]), [there], {
    from: day('03-09'),
    to: day('03-15'),
    now: parseInstant('2026-03-09T06:00:00Z'),
  })
  expect(plan).toEqual({ create: [], revive: [], alter: [], drop: [] })
})

test('nothing is planned onto the day of a visit whose hours are over, though later hours are wanted now', () => {
  const there = movedVisit('03-09', '03-11', 'scheduled')
  const later = { windowStart: localTime('14:00'), windowEnd: localTime('16:00') }
  const wanted = series([3], { terms: { ...series([3]).terms, ...later } })
  const noon = parseInstant('2026-03-11T18:00:00Z')
  const plan = replan(wanted, [there], { from: day('03-09'), to: day('03-15'), now: noon })
  expect(plan.create).toEqual([])
})
