import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PropertyId, type StayId, toId } from '../ids.ts'
import { EVERY_WEEK } from '../schedule/rhythm.ts'
import { NO_EXCEPTIONS } from '../schedule/schedule.testing.ts'
import type { Series } from '../schedule/series.ts'
import type { Stay } from '../stays/stay.ts'
import { addDays, daysBetween, instantAt, localDate, localTime, type Weekday } from '../time.ts'
import { DEFAULT_PICKUP_RULE, type PickupPlan } from './plan-pickups.ts'
import { type PickupJob, planTogether } from './plan-together.ts'

/** A Monday. */
const TODAY = localDate('2026-03-02')
const ZONE = 'America/Denver'
const RULE = { ...DEFAULT_PICKUP_RULE, isOn: true }

const stay = (from: number, to: number): Stay => ({
  id: toId<StayId>(`00000000-0000-4000-8000-${String(10_000 + from * 50 + to).padStart(12, '0')}`),
  propertyId: toId<PropertyId>('00000000-0000-4000-8000-00000000000f'),
  kind: 'stay',
  isGuess: false,
  state: 'booked',
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, to),
  checkInTime: null,
  checkOutTime: null,
  guests: null,
  pets: null,
  platform: null,
  code: null,
})

function job(
  serviceKey: string,
  weekdays: readonly Weekday[],
  stays: readonly Stay[],
  more: Partial<Series> = {},
): PickupJob {
  return {
    serviceKey,
    series: {
      terms: { weekdays, rhythm: EVERY_WEEK, quantity: 1, windowStart: null, windowEnd: null },
      earlierTerms: [],
      startDate: localDate('2026-01-01'),
      endDate: null,
      exceptions: NO_EXCEPTIONS,
      holidays: null,
      zone: ZONE,
      ...more,
    },
    facts: {
      stays,
      isReliable: true,
      lastAt: instantAt(addDays(TODAY, -4), localTime('08:00'), ZONE),
      kept: [],
      wasVacant: [],
      today: TODAY,
      to: addDays(TODAY, 28),
      now: instantAt(TODAY, localTime('07:00'), ZONE),
    },
  }
}

const extrasOf = (plans: readonly PickupPlan[]) =>
  plans.map(({ days }) => days.flatMap(({ date, extra }) => (extra === null ? [] : daysBetween(TODAY, date))))

describe('what one long stay left', () => {
  /** Nine nights until Saturday. */
  const long = [stay(-4, 5)]

  test('bins and recycling are a trip each', () => {
    expect(extrasOf(planTogether(RULE, [job('bins', [4], long), job('recycling', [4], long)]))).toEqual([
      [5],
      [5],
    ])
  })

  test('two jobs of bins are one trip', () => {
    expect(extrasOf(planTogether(RULE, [job('bins', [2], long), job('bins', [4], long)]))).toEqual([[5], []])
  })

  test.each<[string, readonly Weekday[], number[][]]>([
    ['the other one comes that day', [6], [[], []]],
    ['the other one comes the next day', [7], [[], []]],
    ['the other one comes two days later', [1], [[5], []]],
  ])('%s', (_what, weekdays, extras) => {
    const jobs = [job('bins', [4], long), job('bins', weekdays, long)]
    expect(extrasOf(planTogether(RULE, jobs))).toEqual(extras)
    expect(extrasOf(planTogether(RULE, jobs.toReversed())).flat()).toEqual(extras.flat())
  })

  test('a job that is over leaves it to the other', () => {
    const over = job('bins', [4], long, { endDate: addDays(TODAY, 3) })
    expect(extrasOf(planTogether(RULE, [over, job('bins', [2], long)]))[1]).toEqual([5])
  })
})

test('on no day one service comes besides its rule twice, and no stay that is long goes without', () => {
  const days = fc.uniqueArray(fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), { minLength: 1, maxLength: 3 })
  const stays = fc
    .array(fc.tuple(fc.integer({ min: -10, max: 20 }), fc.integer({ min: 1, max: 12 })), { maxLength: 5 })
    .map((list) => list.map(([from, nights]) => stay(from, from + nights)))
  fc.assert(
    fc.property(days, days, stays, (one, other, of) => {
      const alone = extrasOf(planTogether(RULE, [job('bins', one, of)]))
      const [first, second] = extrasOf(
        planTogether(RULE, [job('bins', one.toSorted(), of), job('bins', other.toSorted(), of)]),
      )
      expect(first!.filter((day) => second!.includes(day))).toEqual([])
      // What the first would do alone is done by it, or by the rule of the other within a day.
      const weekdayOf = (day: number) => (((day % 7) + 7) % 7) + 1
      for (const day of alone[0]!.filter((each) => !first!.includes(each)))
        expect([day, day + 1].some((each) => other.includes(weekdayOf(each) as Weekday))).toBe(true)
    }),
  )
})
