import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate, localDate, mondayOf, WEEKDAYS } from '../time.ts'
import {
  changedDates,
  effectOn,
  type HolidayRule,
  type HolidayRuleSet,
  holidaysBetween,
  rememberHolidays,
} from './holidays.ts'
import { datesFrom } from './schedule.testing.ts'

const rule = (key: string, on: HolidayRule['on'], more: Partial<HolidayRule> = {}): HolidayRule => ({
  key,
  on,
  effect: 'shift',
  weekend: 'ignore',
  ...more,
})
const LABOR_DAY = rule('labor_day', { month: 9, nth: 1, weekday: 1 })
const THANKSGIVING = rule('thanksgiving', { month: 11, nth: 4, weekday: 4 })
const INDEPENDENCE = rule('independence_day', { month: 7, day: 4 })
const CHRISTMAS = rule('christmas', { month: 12, day: 25 })
const NEW_YEAR = rule('new_year', { month: 1, day: 1 })

const set = (rules: HolidayRule[], secondHoliday: HolidayRuleSet['secondHoliday'] = 'once') => ({
  rules,
  secondHoliday,
})

/** Where the work of each day from a Monday to its Sunday goes, as days of the month; null is skipped. */
function week(ruleSet: HolidayRuleSet, monday: string): (number | null)[] {
  return datesFrom(localDate(monday), addDays(localDate(monday), 6)).map((date) => {
    const effect = effectOn(ruleSet, date)
    if (effect.kind === 'skip') return null
    return Number((effect.kind === 'shift' ? effect.to : date).slice(8))
  })
}

describe('field 6: a holiday shift', () => {
  test('on Labor Day moves Monday to Friday by a day, and neither the week before nor the week after', () => {
    expect(week(set([LABOR_DAY]), '2026-09-07')).toEqual([8, 9, 10, 11, 12, 13, 13])
    expect(week(set([LABOR_DAY]), '2026-08-31')).toEqual([31, 1, 2, 3, 4, 5, 6])
    expect(week(set([LABOR_DAY]), '2026-09-14')).toEqual([14, 15, 16, 17, 18, 19, 20])
  })

  test('on Thanksgiving leaves Wednesday and moves Thursday and Friday', () => {
    expect(week(set([THANKSGIVING]), '2026-11-23')).toEqual([23, 24, 25, 27, 28, 29, 29])
    expect(effectOn(set([THANKSGIVING]), localDate('2026-11-27'))).toEqual({
      kind: 'shift',
      to: '2026-11-28',
      holiday: 'thanksgiving',
    })
  })

  test.each([
    ['a Saturday that is ignored', { ...INDEPENDENCE }, '2026-06-29', [29, 30, 1, 2, 3, 4, 5]],
    ['a Saturday that counts', { ...INDEPENDENCE, weekend: 'keep' }, '2026-06-29', [29, 30, 1, 2, 3, 5, 5]],
    [
      'a Saturday observed on Friday',
      { ...INDEPENDENCE, weekend: 'observe' },
      '2026-06-29',
      [29, 30, 1, 2, 4, 5, 5],
    ],
    ['a Sunday that is ignored', { ...INDEPENDENCE }, '2027-06-28', [28, 29, 30, 1, 2, 3, 4]],
    [
      'a Sunday observed on Monday',
      { ...INDEPENDENCE, weekend: 'observe' },
      '2027-07-05',
      [6, 7, 8, 9, 10, 11, 11],
    ],
  ] as const)('on %s', (_name, holiday, monday, expected) => {
    expect(week(set([holiday]), monday)).toEqual(expected)
  })

  test('of two in one week is decided by the rule, once', () => {
    const dayAfter = rule('day_after', { month: 11, day: 27 })
    expect(week(set([THANKSGIVING, dayAfter]), '2026-11-23')).toEqual([23, 24, 25, 27, 28, 29, 29])
    expect(week(set([THANKSGIVING, dayAfter], 'adds'), '2026-11-23')).toEqual([23, 24, 25, 28, 29, 29, 29])
    const off = { ...dayAfter, effect: 'skip' } as const
    expect(week(set([THANKSGIVING, off]), '2026-11-23')).toEqual([23, 24, 25, 28, null, 29, 29])
  })

  test('that skips cancels its own day only, and one without effect does nothing', () => {
    expect(week(set([{ ...THANKSGIVING, effect: 'skip' }]), '2026-11-23')).toEqual([
      23,
      24,
      25,
      null,
      27,
      28,
      29,
    ])
    expect(week(set([{ ...THANKSGIVING, effect: 'none' }]), '2026-11-23')).toEqual([
      23, 24, 25, 26, 27, 28, 29,
    ])
  })

  test('crosses the end of a year and week 53', () => {
    expect(week(set([CHRISTMAS, NEW_YEAR]), '2026-12-21')).toEqual([21, 22, 23, 24, 26, 27, 27])
    expect(week(set([CHRISTMAS, NEW_YEAR]), '2026-12-28')).toEqual([28, 29, 30, 31, 2, 3, 3])
    const observed = { ...NEW_YEAR, weekend: 'observe' } as const
    expect(week(set([observed]), '2027-12-27')).toEqual([27, 28, 29, 30, 1, 2, 2])
  })
})

describe('the days of holidays', () => {
  const datesOf = (on: HolidayRule['on'], from: string, to: string) =>
    holidaysBetween(set([rule('day', on, { weekend: 'keep' })]), localDate(from), localDate(to)).map(
      ({ date }) => date,
    )

  test.each<[string, HolidayRule['on'], string, string[]]>([
    ['the last Monday of May', { month: 5, nth: -1, weekday: 1 }, '2026', ['2026-05-25']],
    ['the last Sunday of December', { month: 12, nth: -1, weekday: 7 }, '2026', ['2026-12-27']],
    ['the third Monday of January', { month: 1, nth: 3, weekday: 1 }, '2027', ['2027-01-18']],
    ['29 February in a leap year', { month: 2, day: 29 }, '2028', ['2028-02-29']],
    ['29 February in another year', { month: 2, day: 29 }, '2027', []],
    ['a fifth Friday where there is one', { month: 1, nth: 5, weekday: 5 }, '2027', ['2027-01-29']],
    ['a fifth Friday where there is none', { month: 2, nth: 5, weekday: 5 }, '2027', []],
  ])('%s', (_name, on, year, expected) => {
    expect(datesOf(on, `${year}-01-01`, `${year}-12-31`)).toEqual(expected)
  })
})

describe('any rule set', () => {
  const anyRule = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    on: fc.oneof(
      fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) }),
      fc.record({
        month: fc.integer({ min: 1, max: 12 }),
        nth: fc.constantFrom(-1, 1, 2, 3, 4, 5),
        weekday: fc.constantFrom(...WEEKDAYS),
      }),
    ),
    effect: fc.constantFrom('shift', 'none'),
    weekend: fc.constantFrom('ignore', 'keep', 'observe'),
  }) as fc.Arbitrary<HolidayRule>
  const anySet = fc.record({
    rules: fc.array(anyRule, { maxLength: 12 }),
    secondHoliday: fc.constantFrom('once', 'adds'),
  }) as fc.Arbitrary<HolidayRuleSet>
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(localDate('2020-01-01'), days))

  test('keeps work in its week and in its order, and changes no week without a holiday', () => {
    fc.assert(
      fc.property(anySet, anyDay, (ruleSet, day) => {
        const monday = mondayOf(day)
        const placed = datesFrom(monday, addDays(monday, 6)).map((date) => placeOf(ruleSet, date))
        expect(placed.every((date) => mondayOf(date) === monday)).toBe(true)
        expect(placed).toEqual([...placed].sort())
        const hasShift = holidaysBetween(ruleSet, monday, addDays(monday, 6)).some(
          ({ effect }) => effect === 'shift',
        )
        if (!hasShift) expect(placed).toEqual(datesFrom(monday, addDays(monday, 6)))
      }),
    )
  })

  test('that moves once keeps Monday to Friday on five days of their own', () => {
    fc.assert(
      fc.property(anySet, anyDay, (ruleSet, day) => {
        const monday = mondayOf(day)
        const placed = datesFrom(monday, addDays(monday, 4)).map((date) =>
          placeOf({ ...ruleSet, secondHoliday: 'once' }, date),
        )
        expect(new Set(placed).size).toBe(5)
      }),
    )
  })

  test('answers the same from memory, and changed dates are those that differ', () => {
    fc.assert(
      fc.property(anySet, anySet, anyDay, (one, other, day) => {
        const [before, after] = [rememberHolidays(one), rememberHolidays(other)]
        const changed = changedDates(before, after, day, addDays(day, 20))
        for (const date of datesFrom(day, addDays(day, 20))) {
          expect(before(date)).toEqual(effectOn(one, date))
          expect(changed.includes(date)).toBe(
            JSON.stringify(effectOn(one, date)) !== JSON.stringify(effectOn(other, date)),
          )
        }
      }),
      { numRuns: 40 },
    )
  })
})

function placeOf(ruleSet: HolidayRuleSet, date: LocalDate): LocalDate {
  const effect = effectOn(ruleSet, date)
  return effect.kind === 'shift' ? effect.to : date
}
