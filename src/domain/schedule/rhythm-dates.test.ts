import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '../money.ts'
import { localDate, WEEKDAYS, type Weekday } from '../time.ts'
import { EVERY_WEEK, type Rhythm, type YearDay } from './rhythm.ts'
import { aboutAMonth, aboutAWeek, roundToDollar, visitsAWeek } from './rhythm-amounts.ts'
import { doMeet, everComes, type Rule } from './rhythm-dates.ts'

const weeks = (every: 2 | 3 | 4, anchor: string): Rhythm => ({
  kind: 'weeks',
  every,
  anchor: localDate(anchor),
  season: null,
})
const nth = (which: 1 | 3 | -1): Rhythm => ({ kind: 'month_weekday', nth: which, season: null })
const SUMMER: Rhythm = { ...EVERY_WEEK, season: { from: '04-01' as YearDay, to: '10-31' as YearDay } }
const WINTER: Rhythm = { ...EVERY_WEEK, season: { from: '11-01' as YearDay, to: '03-31' as YearDay } }
const THIRTEENTH: Rhythm = { kind: 'month_day', day: 13, season: null }

const FROM = localDate('2026-11-02')
const rule = (rhythm: Rhythm, weekdays: readonly Weekday[] = [1], given: Partial<Rule> = {}): Rule => ({
  weekdays,
  rhythm,
  startDate: FROM,
  endDate: null,
  ...given,
})

describe('two jobs', () => {
  test.each<[string, Rule, Rule, boolean]>([
    ['every week on one weekday', rule(EVERY_WEEK), rule(EVERY_WEEK), true],
    ['on different weekdays', rule(EVERY_WEEK), rule(EVERY_WEEK, [2]), false],
    [
      'every second week, in the same weeks',
      rule(weeks(2, '2026-11-02')),
      rule(weeks(2, '2026-11-16')),
      true,
    ],
    ['every second week, in turns', rule(weeks(2, '2026-11-02')), rule(weeks(2, '2026-11-09')), false],
    [
      'every second and every third week, which meet sometimes',
      rule(weeks(2, '2026-11-02')),
      rule(weeks(3, '2026-11-09')),
      true,
    ],
    [
      'every second and every fourth, in turns',
      rule(weeks(2, '2026-11-02')),
      rule(weeks(4, '2026-11-09')),
      false,
    ],
    ['on the first and on the third Monday', rule(nth(1)), rule(nth(3)), false],
    ['in summer and in winter', rule(SUMMER), rule(WINTER), false],
    ['in summer and all year', rule(SUMMER), rule(EVERY_WEEK), true],
    ['on the 13th and on a Friday', rule(THIRTEENTH, WEEKDAYS), rule(EVERY_WEEK, [5]), true],
    [
      'the other of which ends before the one begins',
      rule(EVERY_WEEK, [1], { startDate: localDate('2026-12-02') }),
      rule(EVERY_WEEK, [1], { endDate: localDate('2026-12-01') }),
      false,
    ],
    [
      'the one of which ends before the other begins, every week',
      rule(EVERY_WEEK, [1], { endDate: localDate('2026-12-01') }),
      rule(EVERY_WEEK, [1], { startDate: localDate('2026-12-02') }),
      false,
    ],
    [
      'both of which end, the other before the one begins',
      rule(EVERY_WEEK, [1], { startDate: localDate('2026-12-02'), endDate: localDate('2027-12-01') }),
      rule(EVERY_WEEK, [1], { endDate: localDate('2026-12-01') }),
      false,
    ],
    [
      'that both end, the later one too late to matter',
      rule(EVERY_WEEK, [1], { endDate: localDate('2027-12-01') }),
      rule(EVERY_WEEK, [1], { endDate: FROM }),
      true,
    ],
    [
      'one of which ends before the other begins',
      rule(weeks(2, '2026-11-02'), [1], { endDate: localDate('2026-12-01') }),
      rule(weeks(2, '2026-11-02'), [1], { startDate: localDate('2026-12-02') }),
      false,
    ],
  ])('%s', (_name, one, other, isMeeting) => {
    expect(doMeet(one, other, FROM)).toBe(isMeeting)
    expect(doMeet(other, one, FROM)).toBe(isMeeting)
  })

  test('are asked from a day on', () => {
    const ending = rule(weeks(2, '2026-11-02'), [1], { endDate: localDate('2026-11-16') })
    expect(doMeet(ending, rule(EVERY_WEEK), localDate('2026-11-16'))).toBe(true)
    expect(doMeet(ending, rule(EVERY_WEEK), localDate('2026-11-17'))).toBe(false)
  })
})

test('a job that ends before its first date never comes', () => {
  expect(everComes(rule(SUMMER))).toBe(true)
  expect(everComes(rule(SUMMER, [1], { endDate: localDate('2027-04-04') }))).toBe(false)
  expect(everComes(rule(SUMMER, [1], { endDate: localDate('2027-04-05') }))).toBe(true)
  const newYear: Rhythm = { ...EVERY_WEEK, season: { from: '01-01' as YearDay, to: '01-01' as YearDay } }
  // New Year’s Day is a Friday in 2027 and a Saturday in 2028.
  expect(everComes(rule(newYear, [5]))).toBe(true)
  expect(everComes(rule(newYear, [1]))).toBe(false)
})

const SECOND: Rhythm = { kind: 'weeks', every: 2, anchor: localDate('2026-11-02'), season: null }
const FOURTH: Rhythm = { ...SECOND, every: 4 }
const FIRST: Rhythm = { kind: 'month_weekday', nth: 1, season: null }
const FIFTEENTH: Rhythm = { kind: 'month_day', day: 15, season: null }

const ten = cents(1_000)
const days = (first: Cents, count: number) => Array.from({ length: count }, () => first)

test.each<[string, Rhythm, readonly Cents[], number, number, number]>([
  // 10.00 × 52 weeks are 520.00 a year, 43.33 a month.
  ['every week', EVERY_WEEK, [ten], 1_000, 4_333, 1],
  ['every week on two days', EVERY_WEEK, [ten, cents(1_500)], 2_500, 10_833, 2],
  ['every second week', SECOND, [ten], 500, 2_167, 0.5],
  ['every fourth week', FOURTH, [ten], 250, 1_083, 0.25],
  ['on the first Monday', FIRST, [ten], 231, 1_000, 12 / 52],
  ['on the first Monday and Saturday', FIRST, [ten, cents(1_500)], 577, 2_500, 24 / 52],
  ['on the 15th', FIFTEENTH, days(ten, 7), 231, 1_000, 12 / 52],
  ['on the 15th, where it is a Monday or a Tuesday', FIFTEENTH, days(ten, 2), 66, 286, 24 / 7 / 52],
])('about how much: %s', (_name, rhythm, centsOf, aWeek, aMonth, visits) => {
  expect(aboutAWeek(rhythm, centsOf)).toBe(aWeek)
  expect(aboutAMonth(rhythm, centsOf)).toBe(aMonth)
  expect(visitsAWeek(rhythm, centsOf.length)).toBeCloseTo(visits, 10)
})

test('about is said in whole dollars', () => {
  expect([roundToDollar(cents(2_167)), roundToDollar(cents(2_150))]).toEqual([2_200, 2_200])
  expect(roundToDollar(cents(2_149))).toBe(2_100)
})

test('a day of the month costs what its weekdays cost on average', () => {
  const weekendDearer = [...days(ten, 5), cents(1_350), cents(1_350)]
  expect(aboutAMonth(FIFTEENTH, weekendDearer)).toBe(1_100)
})
