import { expect, test } from 'vitest'
import { localDate, localTime, WEEKDAYS } from '../time.ts'
import { changeTerms, type TermsChange } from './change-terms.ts'
import { EVERY_WEEK, type Rhythm } from './rhythm.ts'
import type { Terms } from './series.ts'

const FROM = localDate('2026-11-10')
const FIFTEENTH: Rhythm = { kind: 'month_day', day: 15, season: null }
const terms: Terms = {
  weekdays: [1],
  rhythm: { kind: 'weeks', every: 2, anchor: localDate('2026-11-02'), season: null },
  windowStart: localTime('09:00'),
  windowEnd: localTime('11:00'),
  quantity: 1,
}
const change = (given: Omit<TermsChange, 'from'>) => changeTerms(terms, { from: FROM, ...given })

test('what a change does not name stays', () => {
  expect(change({})).toEqual(terms)
  expect(change({ quantity: 3 })).toEqual({ ...terms, quantity: 3 })
  expect(change({ weekdays: [5, 2] })).toEqual({ ...terms, weekdays: [2, 5] })
  expect(change({ window: null })).toEqual({ ...terms, windowStart: null, windowEnd: null })
  expect(change({ window: { start: localTime('13:00'), end: localTime('15:00') } })).toMatchObject({
    windowStart: '13:00',
    windowEnd: '15:00',
  })
})

test('a new rhythm begins with the first of its days', () => {
  const every3 = { kind: 'weeks', every: 3, season: null } as const
  expect(change({ rhythm: every3, weekdays: [3] })).toMatchObject({
    weekdays: [3],
    rhythm: { ...every3, anchor: '2026-11-09' },
  })
})

test('a day of the month takes every weekday, and some cannot be chosen with it', () => {
  expect(change({ rhythm: FIFTEENTH })).toMatchObject({ weekdays: WEEKDAYS, rhythm: FIFTEENTH })
  expect(change({ rhythm: FIFTEENTH, weekdays: [1] })).toEqual({ fault: 'every_weekday', field: 'weekdays' })
  const monthly = { ...terms, weekdays: WEEKDAYS, rhythm: FIFTEENTH }
  expect(changeTerms(monthly, { from: FROM, weekdays: [1] })).toMatchObject({ fault: 'every_weekday' })
  expect(changeTerms(monthly, { from: FROM, rhythm: { ...FIFTEENTH, day: 1 } })).toMatchObject({
    weekdays: WEEKDAYS,
    rhythm: { day: 1 },
  })
})

test('who leaves the day of the month chooses weekdays', () => {
  const monthly = { ...terms, weekdays: WEEKDAYS, rhythm: FIFTEENTH }
  const weekly = { kind: 'weeks', every: 1, season: null } as const
  expect(changeTerms(monthly, { from: FROM, rhythm: weekly })).toEqual({
    fault: 'weekdays_missing',
    field: 'weekdays',
  })
  expect(changeTerms(monthly, { from: FROM, rhythm: weekly, weekdays: [4] })).toMatchObject({
    weekdays: [4],
    rhythm: { every: 1 },
  })
  expect(changeTerms({ ...terms, rhythm: EVERY_WEEK }, { from: FROM, quantity: 2 })).toMatchObject({
    rhythm: EVERY_WEEK,
  })
})
