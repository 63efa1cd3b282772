import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, localDate, localTime, WEEKDAYS, weekdayOf } from '../time.ts'
import { changeTerms } from '../schedule/change-terms.ts'
import { EVERY_WEEK, type Rhythm } from '../schedule/rhythm.ts'
import type { Terms } from '../schedule/series.ts'
import {
  type BulkChange,
  type BulkTerms,
  daysCompared,
  isMeant,
  isSoAlready,
  termsChangeOf,
  weekOf,
} from './bulk.ts'

const FROM = localDate('2026-04-13')
const MONTHLY: Rhythm = { kind: 'month_weekday', nth: 1, season: null }
const terms: Terms = {
  weekdays: [1, 3],
  rhythm: EVERY_WEEK,
  windowStart: localTime('07:00'),
  windowEnd: localTime('09:00'),
  quantity: 2,
}
const hours = (start: string, end: string) => ({ start: localTime(start), end: localTime(end) })

const days = fc.integer({ min: 0, max: 800 }).map((offset) => addDays(localDate('2026-01-01'), offset))

test('the week of any of its days is the same seven days, Monday first', () => {
  fc.assert(
    fc.property(days, (day) => {
      const week = weekOf({ kind: 'skip', weekOf: day })
      expect(weekdayOf(week.from)).toBe(1)
      expect(daysBetween(week.from, week.to)).toBe(6)
      expect(week.from <= day && day <= week.to).toBe(true)
    }),
  )
})

test('without weekdays every day of the week is meant, else only those', () => {
  const skip = { kind: 'skip', weekOf: FROM } as const
  for (const weekday of WEEKDAYS) {
    const date = addDays(FROM, weekday - 1)
    expect(isMeant(skip, date)).toBe(true)
    expect(isMeant({ ...skip, weekdays: [1, 7] }, date)).toBe(weekday === 1 || weekday === 7)
  }
})

describe('the days that are compared', () => {
  const weekly = [{ terms }]
  const mixed = [{ terms }, { terms: { rhythm: MONTHLY } }]
  const cases: readonly (readonly [string, BulkChange, typeof mixed, string, string])[] = [
    ['a week', { kind: 'skip', weekOf: localDate('2026-04-16') }, weekly, '2026-04-13', '2026-04-19'],
    [
      'a pause with an end',
      { kind: 'pause', from: FROM, to: localDate('2026-06-30') },
      mixed,
      '2026-04-13',
      '2026-06-30',
    ],
    [
      'a pause of years',
      { kind: 'pause', from: FROM, to: localDate('2029-01-01') },
      weekly,
      '2026-04-13',
      '2027-04-14',
    ],
    ['an open pause', { kind: 'pause', from: FROM, to: null }, weekly, '2026-04-13', '2026-05-10'],
    ['a quantity', { kind: 'quantity', from: FROM, quantity: 3 }, mixed, '2026-04-13', '2026-07-05'],
    ['an end', { kind: 'cancel' }, weekly, '2026-04-06', '2026-05-03'],
  ]
  test.each(cases)('%s', (_name, change, jobs, from, to) => {
    expect(daysCompared(change, jobs, localDate('2026-04-06'))).toEqual({ from, to })
  })
})

describe('what is so already', () => {
  const cases: readonly (readonly [BulkTerms, boolean])[] = [
    [{ kind: 'window', from: FROM, window: hours('07:00', '09:00') }, true],
    [{ kind: 'window', from: FROM, window: hours('07:00', '10:00') }, false],
    [{ kind: 'window', from: FROM, window: hours('06:00', '09:00') }, false],
    [{ kind: 'window', from: FROM, window: null }, false],
    [{ kind: 'weekdays', from: FROM, weekdays: [3, 1] }, true],
    [{ kind: 'weekdays', from: FROM, weekdays: [1] }, false],
    [{ kind: 'weekdays', from: FROM, weekdays: [1, 4] }, false],
    [{ kind: 'quantity', from: FROM, quantity: 2 }, true],
    [{ kind: 'quantity', from: FROM, quantity: 3 }, false],
  ]
  test.each(cases)('%j: %s', (change, isSo) => {
    expect(isSoAlready(terms, [], change)).toBe(isSo)
    // Terms that hold beyond that day would come to an end.
    expect(isSoAlready(terms, [{ ...terms, until: addDays(FROM, 3) }], change)).toBe(false)
    expect(isSoAlready(terms, [{ ...terms, until: addDays(FROM, -1) }], change)).toBe(isSo)
  })

  test.each(cases)('%j changes the terms exactly where it is not so', (change, isSo) => {
    const after = changeTerms(terms, termsChangeOf(change))
    if (isSo) expect(after).toEqual(terms)
    else expect(after).not.toEqual(terms)
  })
})
