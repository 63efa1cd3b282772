import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import {
  addDays,
  dateAt,
  formatInstant,
  HOUR_MS,
  isLocalDate,
  localDate,
  localTime,
  parseInstant,
  timeAt,
  type Weekday,
  weekdayOf,
} from '../time.ts'
import { isExcepted, planningRange, visitDates, visitWindow, type WeeklySchedule } from './recurrence.ts'
import { EVERY_WEEK } from './rhythm.ts'
import { NO_EXCEPTIONS } from './schedule.testing.ts'

const DENVER = 'America/Denver'
const ZONES = [
  DENVER,
  'America/Phoenix',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/London',
]

function weekly(weekdays: Weekday[], change: Partial<WeeklySchedule> = {}): WeeklySchedule {
  return {
    weekdays,
    rhythm: EVERY_WEEK,
    startDate: localDate('2020-01-01'),
    endDate: null,
    exceptions: NO_EXCEPTIONS,
    ...change,
  }
}

const anyDate = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays(localDate('2024-01-01'), days))
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => localTime(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`))

describe('a window that the change of the clock folds together', () => {
  // At two in the morning of the 8th of March the clocks in Denver are put to three.
  it.each([
    ['02:30', '03:00', 30],
    ['02:30', '03:30', 60],
    ['02:30', '03:45', 15],
    ['02:15', '02:45', 30],
  ])('from %s to %s keeps its length or ends by the clock: %i minutes', (start, end, minutes) => {
    const window = visitWindow(localDate('2026-03-08'), localTime(start), localTime(end), DENVER)
    expect((window.endsAt - window.startsAt) / 60_000).toBe(minutes)
  })
})

describe('the dates of a weekly job', () => {
  it('are the chosen weekdays in order', () => {
    expect(visitDates(weekly([5, 1]), localDate('2026-07-06'), localDate('2026-07-19'))).toEqual([
      '2026-07-06',
      '2026-07-10',
      '2026-07-13',
      '2026-07-17',
    ])
  })

  it('begin at the start date and stop at the end date, both included', () => {
    const schedule = weekly([1, 2, 3, 4, 5, 6, 7], {
      startDate: localDate('2026-07-08'),
      endDate: localDate('2026-07-10'),
    })
    expect(visitDates(schedule, localDate('2026-07-01'), localDate('2026-07-31'))).toEqual([
      '2026-07-08',
      '2026-07-09',
      '2026-07-10',
    ])
  })

  it.each([
    ['a range that ends before it begins', '2026-07-10', '2026-07-01'],
    ['a range before the start', '2019-01-01', '2019-12-31'],
  ])('are none in %s', (_name, from, to) => {
    expect(visitDates(weekly([1, 2, 3, 4, 5, 6, 7]), localDate(from), localDate(to))).toEqual([])
  })

  it('leave out skipped dates and pauses, also one without an end', () => {
    const exceptions = {
      skippedDates: [localDate('2026-07-13')],
      moves: [],
      pauses: [
        { from: localDate('2026-07-20'), to: localDate('2026-07-27') },
        { from: localDate('2026-08-10'), to: null },
      ],
    }
    expect(visitDates(weekly([1], { exceptions }), localDate('2026-07-06'), localDate('2026-12-31'))).toEqual(
      ['2026-07-06', '2026-08-03'],
    )
  })

  it('field 8: a skipped date stays skipped when the weekdays are edited', () => {
    const exceptions = { skippedDates: [localDate('2026-04-15')], pauses: [], moves: [] }
    const edited = visitDates(
      weekly([3, 4], { exceptions }),
      localDate('2026-04-13'),
      localDate('2026-04-19'),
    )
    expect(edited).toEqual(['2026-04-16'])
  })

  it('S8: hold over ISO week 53, 29 February and the end of a year', () => {
    expect(visitDates(weekly([4]), localDate('2026-12-28'), localDate('2027-01-10'))).toEqual([
      '2026-12-31',
      '2027-01-07',
    ])
    expect(visitDates(weekly([2]), localDate('2028-02-28'), localDate('2028-03-06'))).toEqual(['2028-02-29'])
  })

  it('are each in the range, on a chosen weekday, not excepted, and unique, and nothing is left out', () => {
    const weekdays = fc.uniqueArray(fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), { minLength: 1 })
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 0, max: 60 }),
        weekdays,
        fc.array(anyDate),
        (from, days, chosen, skipped) => {
          const to = addDays(from, days)
          const schedule = weekly(chosen, { exceptions: { skippedDates: skipped, pauses: [], moves: [] } })
          const dates = new Set(visitDates(schedule, from, to))
          for (let day = 0; day <= days; day += 1) {
            const date = addDays(from, day)
            const isWanted = chosen.includes(weekdayOf(date)) && !skipped.includes(date)
            expect(dates.has(date)).toBe(isWanted)
            dates.delete(date)
          }
          expect(dates.size).toBe(0)
        },
      ),
    )
  })

  it('field 11: asking for two ranges that overlap gives the same dates as asking once', () => {
    const schedule = weekly([1, 4])
    const parts = [
      ...visitDates(schedule, localDate('2026-03-01'), localDate('2026-03-20')),
      ...visitDates(schedule, localDate('2026-03-10'), localDate('2026-04-10')),
    ]
    expect([...new Set(parts)]).toEqual(
      visitDates(schedule, localDate('2026-03-01'), localDate('2026-04-10')),
    )
  })
})

describe('the window of a visit', () => {
  function windowText(
    date: string,
    start: string | null,
    end: string | null,
    zone = DENVER,
  ): [string, string] {
    const { startsAt, endsAt } = visitWindow(
      localDate(date),
      start === null ? null : localTime(start),
      end === null ? null : localTime(end),
      zone,
    )
    return [formatInstant(startsAt), formatInstant(endsAt)]
  }

  it.each([
    ['before the spring change', '2026-03-02', '2026-03-02T14:00:00Z'],
    ['after the spring change', '2026-03-09', '2026-03-09T13:00:00Z'],
    ['before the autumn change', '2026-10-26', '2026-10-26T13:00:00Z'],
    ['after the autumn change', '2026-11-02', '2026-11-02T14:00:00Z'],
    ['before the spring change of 2027', '2027-03-08', '2027-03-08T14:00:00Z'],
    ['after the spring change of 2027', '2027-03-15', '2027-03-15T13:00:00Z'],
    ['before the autumn change of 2027', '2027-11-01', '2027-11-01T13:00:00Z'],
    ['after the autumn change of 2027', '2027-11-08', '2027-11-08T14:00:00Z'],
  ])('field 1: Monday 07:00 in Denver %s', (_name, date, start) => {
    expect(windowText(date, '07:00', '09:00')[0]).toBe(start)
  })

  it.each([
    ['field 2: 02:30 in the skipped hour moves to 03:30', '2026-03-08', '02:30', '04:30', '09:30', '10:30'],
    ['field 2: 01:30 that happens twice is its first pass', '2026-11-01', '01:30', '03:00', '07:30', '10:00'],
    [
      'a window folded by the gap keeps an end after its start',
      '2026-03-08',
      '02:30',
      '03:00',
      '09:30',
      '10:00',
    ],
    ['any time on the short day lasts 23 hours', '2026-03-08', null, null, '07:00', '06:00'],
    ['a night shift ends on the next day', '2026-07-06', '20:00', '02:00', '02:00', '08:00'],
  ])('%s', (_name, date, start, end, startsUtc, endsUtc) => {
    const [startsAt, endsAt] = windowText(date, start, end)
    expect([startsAt.slice(11, 16), endsAt.slice(11, 16)]).toEqual([startsUtc, endsUtc])
  })

  it('field 2: an open window ends at the next local midnight, not 24 hours later', () => {
    expect(windowText('2026-11-01', null, null)).toEqual(['2026-11-01T06:00:00Z', '2026-11-02T07:00:00Z'])
    expect(windowText('2027-03-14', null, null)).toEqual(['2027-03-14T07:00:00Z', '2027-03-15T06:00:00Z'])
  })

  it('field 3: Monday 19:00 in Denver is on Monday though it is Tuesday in UTC', () => {
    const { startsAt } = visitWindow(localDate('2026-07-06'), localTime('19:00'), localTime('21:00'), DENVER)
    expect(formatInstant(startsAt)).toBe('2026-07-07T01:00:00Z')
    expect(dateAt(startsAt, DENVER)).toBe('2026-07-06')
  })

  it('always ends after it starts and never lasts longer than 25 hours', () => {
    fc.assert(
      fc.property(anyDate, anyTime, anyTime, fc.constantFrom(...ZONES), (date, start, end, zone) => {
        const { startsAt, endsAt } = visitWindow(date, start, end, zone)
        expect(endsAt).toBeGreaterThan(startsAt)
        expect(endsAt - startsAt).toBeLessThanOrEqual(25 * HOUR_MS)
      }),
    )
  })

  it('S7: 09:00 stays 09:00 for ten years in six zones, once a day', () => {
    for (const zone of ZONES) {
      const days = visitDates(weekly([1, 2, 3, 4, 5, 6, 7]), localDate('2026-01-01'), localDate('2035-12-31'))
      const starts = days.map(
        (date) => visitWindow(date, localTime('09:00'), localTime('10:00'), zone).startsAt,
      )
      expect(new Set(starts).size).toBe(days.length)
      expect(
        starts.every((at, index) => timeAt(at, zone) === '09:00' && dateAt(at, zone) === days[index]),
      ).toBe(true)
    }
  }, 30_000)
})

describe('planning', () => {
  const now = parseInstant('2026-07-07T01:00:00Z')

  it('reaches from today in the place to four weeks ahead', () => {
    expect(planningRange(now, DENVER, DEFAULT_SETTINGS)).toEqual({ from: '2026-07-06', to: '2026-08-03' })
    expect(planningRange(now, 'Asia/Kathmandu', DEFAULT_SETTINGS).from).toBe('2026-07-07')
  })
})

describe('an exception', () => {
  it('covers both ends of a pause', () => {
    const exceptions = {
      skippedDates: [],
      moves: [],
      pauses: [{ from: localDate('2026-07-20'), to: localDate('2026-07-22') }],
    }
    const days = ['2026-07-19', '2026-07-20', '2026-07-22', '2026-07-23'].filter(isLocalDate)
    expect(days.map((date) => isExcepted(exceptions, date))).toEqual([false, true, true, false])
  })
})
