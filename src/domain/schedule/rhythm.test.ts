import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  daysBetween,
  formatInstant,
  type LocalDate,
  localDate,
  localTime,
  mondayOf,
  WEEKDAYS,
  type Weekday,
} from '../time.ts'
import { visitDates } from './recurrence.ts'
import {
  beginRhythm,
  type ChosenRhythm,
  changeRhythm,
  EVERY_WEEK,
  hasItsWeekdays,
  isEveryWeek,
  isOnRhythm,
  isYearDay,
  MONTH_NTHS,
  type Rhythm,
  type Season,
  WEEK_STEPS,
  type YearDay,
} from './rhythm.ts'
import { NO_EXCEPTIONS } from './schedule.testing.ts'
import { comingDates, type Series, seriesVisits } from './series.ts'

const season = (from: string, to: string): Season => ({ from: from as YearDay, to: to as YearDay })
const everyWeeks = (every: 1 | 2 | 3 | 4, within: Season | null = null): ChosenRhythm => ({
  kind: 'weeks',
  every,
  season: within,
})
const onDay = (day: number, within: Season | null = null): Rhythm => ({
  kind: 'month_day',
  day,
  season: within,
})
const onNth = (nth: 1 | 2 | 3 | 4 | -1): Rhythm => ({ kind: 'month_weekday', nth, season: null })

const MON = [1] as const
const FRI = [5] as const
const EVERY_DAY = WEEKDAYS

function datesOf(
  chosen: ChosenRhythm,
  weekdays: readonly Weekday[],
  startsOn: string,
  to: string,
): readonly string[] {
  const start = localDate(startsOn)
  const rhythm = beginRhythm(chosen, weekdays, start)
  const rule = { weekdays, rhythm, startDate: start, endDate: null, exceptions: NO_EXCEPTIONS }
  return visitDates(rule, start, localDate(to))
}

function seriesOf(
  rhythm: Rhythm,
  weekdays: readonly Weekday[],
  startDate: LocalDate,
  zone = 'America/Denver',
): Series {
  const hours = { windowStart: localTime('09:00'), windowEnd: localTime('11:00') }
  return {
    terms: { weekdays, rhythm, quantity: 1, ...hours },
    earlierTerms: [],
    startDate,
    endDate: null,
    exceptions: NO_EXCEPTIONS,
    holidays: null,
    zone,
  }
}

describe('a job comes', () => {
  test.each<[string, ChosenRhythm, readonly Weekday[], string, string, string]>([
    [
      'every second Monday, over the 53rd week of 2026 and New Year',
      everyWeeks(2),
      MON,
      '2026-11-02',
      '2027-01-20',
      '2026-11-02 2026-11-16 2026-11-30 2026-12-14 2026-12-28 2027-01-11',
    ],
    [
      'every third Wednesday',
      everyWeeks(3),
      [3],
      '2026-12-14',
      '2027-02-16',
      '2026-12-16 2027-01-06 2027-01-27',
    ],
    [
      'every fourth Friday over 29 February',
      everyWeeks(4),
      FRI,
      '2028-02-01',
      '2028-04-20',
      '2028-02-04 2028-03-03 2028-03-31',
    ],
    [
      'every second week on Monday and Thursday, from a Wednesday on: the first week has its Thursday only',
      everyWeeks(2),
      [1, 4],
      '2026-11-04',
      '2026-12-04',
      '2026-11-05 2026-11-16 2026-11-19 2026-11-30 2026-12-03',
    ],
    [
      'every second Monday from a Wednesday on: counted from the first Monday',
      everyWeeks(2),
      MON,
      '2026-11-04',
      '2026-12-08',
      '2026-11-09 2026-11-23 2026-12-07',
    ],
    [
      'every second Monday, in the other weeks where one of them was chosen',
      { ...everyWeeks(2), kind: 'weeks', every: 2, weekOf: localDate('2026-11-19') },
      MON,
      '2026-11-04',
      '2026-12-08',
      '2026-11-16 2026-11-30',
    ],
    [
      'on the 15th',
      onDay(15),
      EVERY_DAY,
      '2026-11-16',
      '2027-03-15',
      '2026-12-15 2027-01-15 2027-02-15 2027-03-15',
    ],
    [
      'on the 31st: the last day of every month',
      onDay(31),
      EVERY_DAY,
      '2027-01-01',
      '2027-06-30',
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30',
    ],
    ['on the 31st in a leap year', onDay(31), EVERY_DAY, '2028-02-01', '2028-03-31', '2028-02-29 2028-03-31'],
    [
      'on the 30th, in February on its last day',
      onDay(30),
      EVERY_DAY,
      '2027-01-31',
      '2027-04-30',
      '2027-02-28 2027-03-30 2027-04-30',
    ],
    ['on the 29th in a leap year', onDay(29), EVERY_DAY, '2028-02-01', '2028-03-29', '2028-02-29 2028-03-29'],
    [
      'on the last Friday, also of a month with five of them',
      onNth(-1),
      FRI,
      '2027-01-01',
      '2027-04-30',
      '2027-01-29 2027-02-26 2027-03-26 2027-04-30',
    ],
    [
      'on the first Friday, which can be New Year’s Day',
      onNth(1),
      FRI,
      '2027-01-01',
      '2027-04-30',
      '2027-01-01 2027-02-05 2027-03-05 2027-04-02',
    ],
    [
      'on the fourth Friday, which is not the last of five',
      onNth(4),
      FRI,
      '2027-01-01',
      '2027-04-30',
      '2027-01-22 2027-02-26 2027-03-26 2027-04-23',
    ],
    [
      'on the first Monday and the first Thursday',
      onNth(1),
      [1, 4],
      '2026-10-01',
      '2026-12-31',
      '2026-10-01 2026-10-05 2026-11-02 2026-11-05 2026-12-03 2026-12-07',
    ],
    [
      'every Tuesday from April to October',
      everyWeeks(1, season('04-01', '10-31')),
      [2],
      '2026-10-20',
      '2027-04-20',
      '2026-10-20 2026-10-27 2027-04-06 2027-04-13 2027-04-20',
    ],
    [
      'every second Monday in a season over New Year, whose weeks count on through the summer',
      everyWeeks(2, season('11-15', '03-15')),
      MON,
      '2026-11-01',
      '2027-11-30',
      '2026-11-16 2026-11-30 2026-12-14 2026-12-28 2027-01-11 2027-01-25 2027-02-08 2027-02-22 2027-03-08 2027-11-15 2027-11-29',
    ],
    [
      'on the first day of each month of a season, both ends included',
      onDay(1, season('05-01', '09-01')),
      EVERY_DAY,
      '2026-09-01',
      '2027-10-01',
      '2026-09-01 2027-05-01 2027-06-01 2027-07-01 2027-08-01 2027-09-01',
    ],
    [
      'until 29 February, which most years have not',
      everyWeeks(1, season('02-20', '02-29')),
      [1, 2],
      '2027-01-01',
      '2028-12-31',
      '2027-02-22 2027-02-23 2028-02-21 2028-02-22 2028-02-28 2028-02-29',
    ],
  ])('%s', (_name, chosen, weekdays, startsOn, to, expected) => {
    expect(datesOf(chosen, weekdays, startsOn, to).join(' ')).toBe(expected)
  })

  test.each([
    [
      'America/Denver',
      '2026-10-18',
      '2026-11-15',
      ['2026-10-18T15:00:00Z', '2026-11-01T16:00:00Z', '2026-11-15T16:00:00Z'],
    ],
    [
      'America/Denver',
      '2027-02-21',
      '2027-03-21',
      ['2027-02-21T16:00:00Z', '2027-03-07T16:00:00Z', '2027-03-21T15:00:00Z'],
    ],
    [
      'Europe/London',
      '2026-10-11',
      '2026-11-08',
      ['2026-10-11T08:00:00Z', '2026-10-25T09:00:00Z', '2026-11-08T09:00:00Z'],
    ],
    [
      'Europe/London',
      '2027-02-28',
      '2027-03-28',
      ['2027-02-28T09:00:00Z', '2027-03-14T09:00:00Z', '2027-03-28T08:00:00Z'],
    ],
  ])('every second Sunday at 9:00 on the clock of %s from %s to %s', (zone, from, to, starts) => {
    const start = localDate(from)
    const one = seriesOf(beginRhythm(everyWeeks(2), [7], start), [7], start, zone)
    const visits = seriesVisits(one, start, localDate(to))
    expect(visits.map(({ startsAt }) => formatInstant(startsAt))).toEqual(starts)
  })
})

const anyWeekday = fc.constantFrom<Weekday>(...WEEKDAYS)
const anyDate = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays(localDate('2024-01-01'), days))
const anyYearDay = anyDate.map((date) => date.slice(5) as YearDay)
const anySeason = fc.record({ from: anyYearDay, to: anyYearDay })
const anyChoice: fc.Arbitrary<ChosenRhythm> = fc.oneof(
  fc.record({
    kind: fc.constant('weeks' as const),
    every: fc.constantFrom(...WEEK_STEPS),
    season: fc.option(anySeason),
  }),
  fc.record({
    kind: fc.constant('month_day' as const),
    day: fc.integer({ min: 1, max: 31 }),
    season: fc.option(anySeason),
  }),
  fc.record({
    kind: fc.constant('month_weekday' as const),
    nth: fc.constantFrom(...MONTH_NTHS),
    season: fc.option(anySeason),
  }),
)

function allDates(rhythm: Rhythm, weekdays: readonly Weekday[], from: LocalDate, days: number): LocalDate[] {
  const rule = { weekdays, rhythm, startDate: from, endDate: null, exceptions: NO_EXCEPTIONS }
  return visitDates(rule, from, addDays(from, days))
}

describe('whatever is chosen', () => {
  test('every n-th week is n weeks after the one before, and the first is the first weekday there is', () => {
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...WEEK_STEPS), anyWeekday, (from, every, weekday) => {
        const dates = allDates(beginRhythm(everyWeeks(every), [weekday], from), [weekday], from, 400)
        expect(daysBetween(from, dates[0]!)).toBeLessThan(7)
        for (const [index, date] of dates.entries())
          if (index > 0) expect(daysBetween(dates[index - 1]!, date)).toBe(7 * every)
      }),
    )
  })

  test('a monthly job comes once in each month, on each of its weekdays', () => {
    const whole = (from: LocalDate) => localDate(`${from.slice(0, 7)}-01`)
    const monthly = fc.oneof(
      fc.integer({ min: 1, max: 31 }).map((day) => ({ rhythm: onDay(day), weekdays: EVERY_DAY })),
      fc.record({
        rhythm: fc.constantFrom(...MONTH_NTHS).map(onNth),
        weekdays: fc.uniqueArray(anyWeekday, { minLength: 1 }),
      }),
    )
    fc.assert(
      fc.property(anyDate, monthly, (date, { rhythm, weekdays }) => {
        const dates = allDates(rhythm, weekdays, whole(date), 365)
        const months = Map.groupBy(dates, (each) => each.slice(0, 7))
        const visits = rhythm.kind === 'month_day' ? 1 : weekdays.length
        // The last month can be cut off.
        for (const [, each] of [...months].slice(0, 12)) expect(each).toHaveLength(visits)
        expect(months.size).toBeGreaterThanOrEqual(12)
      }),
    )
  })

  test('it never comes out of its season, and a season leaves out nothing else', () => {
    fc.assert(
      fc.property(anyChoice, anySeason, anyDate, (chosen, within, date) => {
        const rhythm = beginRhythm({ ...chosen, season: null }, EVERY_DAY, date)
        const at = addDays(date, 100)
        const day = at.slice(5)
        const isWithin =
          within.from <= within.to
            ? within.from <= day && day <= within.to
            : day >= within.from || day <= within.to
        expect(isOnRhythm({ ...rhythm, season: within }, at)).toBe(isWithin && isOnRhythm(rhythm, at))
      }),
    )
  })

  test('skips and pauses take dates out and shift none', () => {
    const taken = fc.array(fc.integer({ min: 0, max: 200 }))
    fc.assert(
      fc.property(anyChoice, anyDate, anyWeekday, taken, (chosen, from, weekday, days) => {
        const weekdays = chosen.kind === 'month_day' ? EVERY_DAY : [weekday]
        const rhythm = beginRhythm(chosen, weekdays, from)
        const skippedDates = days.map((each) => addDays(from, each))
        const pauses = [{ from: addDays(from, 40), to: addDays(from, 75) }]
        const rule = { weekdays, rhythm, startDate: from, endDate: null }
        const left = visitDates(
          { ...rule, exceptions: { skippedDates, pauses, moves: [] } },
          from,
          addDays(from, 200),
        )
        const isOut = (date: LocalDate) =>
          skippedDates.includes(date) || (date >= pauses[0]!.from && date <= pauses[0]!.to)
        expect(left).toEqual(allDates(rhythm, weekdays, from, 200).filter((date) => !isOut(date)))
      }),
    )
  })

  test('its next dates are those of the rule, however far ahead they lie', () => {
    fc.assert(
      fc.property(anyChoice, anyDate, anyWeekday, (chosen, from, weekday) => {
        const weekdays = chosen.kind === 'month_day' ? EVERY_DAY : [weekday]
        const rhythm = beginRhythm(chosen, weekdays, from)
        const next = comingDates(seriesOf(rhythm, weekdays, from), from, 3)
        expect(next).toEqual(allDates(rhythm, weekdays, from, 2 * 366).slice(0, 3))
      }),
    )
  })

  test('a change that keeps the count of weeks keeps the weeks, from whatever day on', () => {
    const every = fc.constantFrom(2 as const, 3 as const, 4 as const)
    const later = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(anyDate, every, anyWeekday, anyWeekday, later, (from, count, before, after, days) => {
        const rhythm = beginRhythm(everyWeeks(count), [before], from)
        const changedOn = addDays(from, days)
        const edited = changeRhythm(rhythm, everyWeeks(count), [after], changedOn)
        for (const date of allDates(edited, [after], changedOn, 200))
          expect(
            daysBetween(mondayOf(allDates(rhythm, [before], from, 30)[0]!), mondayOf(date)) % (7 * count),
          ).toBe(0)
      }),
    )
  })
})

describe('a change', () => {
  const every2 = beginRhythm(everyWeeks(2), MON, localDate('2026-11-02'))

  test('without a rhythm leaves it', () => {
    expect(changeRhythm(every2, undefined, FRI, localDate('2026-11-10'))).toBe(every2)
  })

  test('to another count of weeks counts from its first date on', () => {
    expect(changeRhythm(every2, everyWeeks(3), FRI, localDate('2026-11-14'))).toEqual({
      kind: 'weeks',
      every: 3,
      anchor: '2026-11-16',
      season: null,
    })
    // Where every week had one, every second week has the first week that is left.
    expect(changeRhythm(EVERY_WEEK, everyWeeks(2), MON, localDate('2026-11-10'))).toMatchObject({
      anchor: '2026-11-16',
    })
  })

  test('can choose the other weeks', () => {
    const chosen: ChosenRhythm = { kind: 'weeks', every: 2, season: null, weekOf: localDate('2026-11-11') }
    expect(changeRhythm(every2, chosen, MON, localDate('2026-11-03'))).toMatchObject({ anchor: '2026-11-09' })
  })

  test('of the season alone keeps the weeks', () => {
    expect(
      changeRhythm(every2, everyWeeks(2, season('04-01', '10-31')), MON, localDate('2026-11-10')),
    ).toEqual({
      kind: 'weeks',
      every: 2,
      anchor: '2026-11-02',
      season: { from: '04-01', to: '10-31' },
    })
  })
})

test.each([
  ['01-31', true],
  ['02-29', true],
  ['02-30', false],
  ['13-01', false],
  ['4-1', false],
  ['2026-04-01', false],
])('%s is a day of the year: %s', (text, isOne) => {
  expect(isYearDay(text)).toBe(isOne)
})

test('only the plain rhythm is every week', () => {
  expect(isEveryWeek(EVERY_WEEK)).toBe(true)
  expect(isEveryWeek({ ...EVERY_WEEK, season: season('04-01', '10-31') })).toBe(false)
  expect(isEveryWeek(beginRhythm(everyWeeks(2), MON, localDate('2026-11-02')))).toBe(false)
  expect(isEveryWeek(onDay(1))).toBe(false)
})

test('a day of the month needs every weekday, a week only some', () => {
  expect(hasItsWeekdays(onDay(3), [1, 2])).toBe(false)
  expect(hasItsWeekdays(onDay(3), EVERY_DAY)).toBe(true)
  expect(hasItsWeekdays(EVERY_WEEK, [1])).toBe(true)
})
