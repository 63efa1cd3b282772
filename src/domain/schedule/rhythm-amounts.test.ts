import { expect, test } from 'vitest'
import { type Cents, cents } from '../money.ts'
import { localDate } from '../time.ts'
import { EVERY_WEEK, type Rhythm } from './rhythm.ts'
import { aboutAMonth, aboutAWeek, visitsAWeek } from './rhythm-amounts.ts'

const EVERY_2: Rhythm = { kind: 'weeks', every: 2, anchor: localDate('2026-11-02'), season: null }
const EVERY_4: Rhythm = { ...EVERY_2, every: 4 }
const FIRST: Rhythm = { kind: 'month_weekday', nth: 1, season: null }
const FIFTEENTH: Rhythm = { kind: 'month_day', day: 15, season: null }

const ten = cents(1_000)
const days = (first: Cents, count: number) => Array.from({ length: count }, () => first)

test.each<[string, Rhythm, readonly Cents[], number, number, number]>([
  // 10.00 × 52 weeks are 520.00 a year, 43.33 a month.
  ['every week', EVERY_WEEK, [ten], 1_000, 4_333, 1],
  ['every week on two days', EVERY_WEEK, [ten, cents(1_500)], 2_500, 10_833, 2],
  ['every second week', EVERY_2, [ten], 500, 2_167, 0.5],
  ['every fourth week', EVERY_4, [ten], 250, 1_083, 0.25],
  ['on the first Monday', FIRST, [ten], 231, 1_000, 12 / 52],
  ['on the first Monday and Saturday', FIRST, [ten, cents(1_500)], 577, 2_500, 24 / 52],
  ['on the 15th', FIFTEENTH, days(ten, 7), 231, 1_000, 12 / 52],
  ['on the 15th, where it is a Monday or a Tuesday', FIFTEENTH, days(ten, 2), 66, 286, 24 / 7 / 52],
])('about how much: %s', (_name, rhythm, centsOf, aWeek, aMonth, visits) => {
  expect(aboutAWeek(rhythm, centsOf)).toBe(aWeek)
  expect(aboutAMonth(rhythm, centsOf)).toBe(aMonth)
  expect(visitsAWeek(rhythm, centsOf.length)).toBeCloseTo(visits, 10)
})

test('a day of the month costs what its weekdays cost on average', () => {
  const weekendDearer = [...days(ten, 5), cents(1_350), cents(1_350)]
  expect(aboutAMonth(FIFTEENTH, weekendDearer)).toBe(1_100)
})
