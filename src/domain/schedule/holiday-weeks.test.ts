import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, mondayOf, WEEKDAYS, type Weekday, weekdayOf } from '../time.ts'
import { holidayWeeks } from './holiday-weeks.ts'
import { effectOn, type HolidayRule, type HolidayRuleSet } from './holidays.ts'
import { EVERY_WEEK } from './rhythm.ts'
import { datesFrom } from './schedule.testing.ts'

const rule = (key: string, on: HolidayRule['on'], effect: HolidayRule['effect'] = 'shift'): HolidayRule => ({
  key,
  on,
  effect,
  weekend: 'ignore',
})
const THANKSGIVING = rule('thanksgiving', { month: 11, nth: 4, weekday: 4 })
const CHRISTMAS = rule('christmas', { month: 12, day: 25 })
const set = (...rules: HolidayRule[]): HolidayRuleSet => ({ rules, secondHoliday: 'once' })

const weeksFor = (
  weekdays: Weekday[],
  startsOn: string,
  ruleSet: HolidayRuleSet = set(THANKSGIVING, CHRISTMAS),
  keepsCalendar = true,
) => holidayWeeks({ weekdays, rhythm: EVERY_WEEK, startsOn: localDate(startsOn), ruleSet, keepsCalendar })

describe('whoever books is shown of a holiday', () => {
  test('which days of its week move, and where to', () => {
    expect(weeksFor([2, 4, 5], '2026-11-10')).toEqual([
      {
        key: 'thanksgiving',
        date: '2026-11-26',
        shifts: [
          { from: '2026-11-26', to: '2026-11-27' },
          { from: '2026-11-27', to: '2026-11-28' },
        ],
      },
    ])
  })

  test('that leaves the days alone, and that the calendar is not kept for the service', () => {
    expect(weeksFor([2], '2026-11-10')).toEqual([{ key: 'thanksgiving', date: '2026-11-26', shifts: [] }])
    expect(weeksFor([4], '2026-11-10', set(THANKSGIVING), false)).toEqual([
      { key: 'thanksgiving', date: '2026-11-26', shifts: [] },
    ])
  })

  test('that is over, where the first day is still of its week', () => {
    expect(weeksFor([5], '2026-11-27', set(THANKSGIVING))).toEqual([
      { key: 'thanksgiving', date: '2026-11-26', shifts: [{ from: '2026-11-27', to: '2026-11-28' }] },
    ])
    expect(weeksFor([4], '2026-11-27', set(THANKSGIVING))).toEqual([])
  })

  test('on which nothing is done, and that a day meets the one after it', () => {
    expect(weeksFor([4], '2026-11-20', set({ ...THANKSGIVING, effect: 'skip' }))[0]!.shifts).toEqual([
      { from: '2026-11-26', to: null },
    ])
    // Saturday goes to Sunday, where the job has a visit of its own: one of the two falls out.
    expect(weeksFor([6, 7], '2026-11-20', set(THANKSGIVING))[0]!.shifts).toEqual([
      { from: '2026-11-28', to: null },
    ])
  })

  test('no earlier than six weeks before', () => {
    expect(weeksFor([4], '2026-10-14', set(THANKSGIVING))).toEqual([])
    expect(weeksFor([4], '2026-10-15', set(THANKSGIVING))).toHaveLength(1)
  })
})

test('what is shown is what the calendar does, whatever it is', () => {
  const anyRule = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    on: fc.record({ month: fc.constantFrom(11, 12), day: fc.integer({ min: 1, max: 31 }) }),
    effect: fc.constantFrom('shift', 'skip', 'none'),
    weekend: fc.constantFrom('ignore', 'keep', 'observe'),
  }) as fc.Arbitrary<HolidayRule>
  const anySet = fc.record({
    rules: fc.uniqueArray(anyRule, { selector: ({ key }) => key, maxLength: 3 }),
    secondHoliday: fc.constantFrom('once', 'adds'),
  }) as fc.Arbitrary<HolidayRuleSet>
  fc.assert(
    fc.property(
      anySet,
      fc.constantFrom(...WEEKDAYS),
      fc.integer({ min: 0, max: 40 }),
      (ruleSet, day, days) => {
        const startsOn = addDays(localDate('2026-10-20'), days)
        const weeks = weeksFor([day], startsOn, ruleSet)
        for (const date of datesFrom(startsOn, addDays(startsOn, 30)).filter(
          (each) => weekdayOf(each) === day,
        )) {
          const effect = effectOn(ruleSet, date)
          const shifts = weeks.flatMap((week) => week.shifts.filter(({ from }) => from === date))
          const to = effect.kind === 'shift' ? effect.to : null
          expect(shifts).toEqual(effect.kind === 'stays' ? [] : [{ from: date, to }])
          for (const { date: holiday } of weeks) expect(holiday >= mondayOf(startsOn)).toBe(true)
        }
      },
    ),
  )
})
