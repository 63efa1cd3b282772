import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PropertyId, type StayId, toId } from '../ids.ts'
import { occurrenceOf } from '../schedule/moves.ts'
import { EVERY_WEEK } from '../schedule/rhythm.ts'
import { NO_EXCEPTIONS } from '../schedule/schedule.testing.ts'
import { type Series, seriesVisits } from '../schedule/series.ts'
import type { Stay } from '../stays/stay.ts'
import {
  addDays,
  daysBetween,
  type Instant,
  instant,
  instantAt,
  HOUR_MS,
  type LocalDate,
  localDate,
  localTime,
  timeAt,
  type Weekday,
} from '../time.ts'
import {
  areReliable,
  DEFAULT_PICKUP_RULE,
  type SourceHealth,
  type PickupFacts,
  type PickupPlan,
  type PickupRule,
  planPickups,
} from './plan-pickups.ts'

/** A Monday; the clocks go forward there on the 8th, in Sydney back on April 5th. */
const TODAY = localDate('2026-03-02')
const ZONE = 'America/Denver'
const ZONES = [ZONE, 'Australia/Sydney'] as const
const RULE: PickupRule = { ...DEFAULT_PICKUP_RULE, isOn: true, extraNights: 7, extraGuests: 8 }
const PLACE = toId<PropertyId>('00000000-0000-4000-8000-00000000000f')

const stay = (from: number, to: number, changes: Partial<Stay> = {}): Stay => ({
  id: toId<StayId>(`00000000-0000-4000-8000-${String(10_000 + from * 50 + to).padStart(12, '0')}`),
  propertyId: PLACE,
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
  ...changes,
})

/** Thursdays, in the morning. */
const series = (changes: Partial<Series> = {}): Series => ({
  terms: {
    weekdays: [4],
    rhythm: EVERY_WEEK,
    quantity: 2,
    windowStart: localTime('08:00'),
    windowEnd: localTime('12:00'),
  },
  earlierTerms: [],
  startDate: localDate('2026-01-01'),
  endDate: null,
  exceptions: NO_EXCEPTIONS,
  holidays: null,
  zone: ZONE,
  ...changes,
})

const facts = (stays: readonly Stay[], changes: Partial<PickupFacts> = {}): PickupFacts => ({
  stays,
  isReliable: true,
  lastAt: instantAt(addDays(TODAY, -4), localTime('08:00'), ZONE),
  kept: [],
  wasVacant: [],
  today: TODAY,
  to: addDays(TODAY, 28),
  now: instantAt(TODAY, localTime('07:00'), ZONE),
  ...changes,
})

const day = (date: LocalDate) => daysBetween(TODAY, date)
const vacant = (plan: PickupPlan) => plan.vacant.map(day)
const extras = (plan: PickupPlan) =>
  plan.days.flatMap(({ date, extra }) => (extra === null ? [] : [{ on: day(date), ...extra }]))
/** As the visits come of it. */
const followed = (of: Series, plan: PickupPlan, from: LocalDate, to: LocalDate) =>
  seriesVisits(
    {
      ...of,
      exceptions: { ...of.exceptions, skippedDates: [...of.exceptions.skippedDates, ...plan.vacant] },
      stayDays: {
        checkOuts: plan.days,
        extras: plan.days.filter(({ extra }) => extra !== null).map(({ date }) => date),
      },
    },
    from,
    to,
  )

describe('nobody comes where nobody stayed', () => {
  test.each<[string, Stay[], Partial<PickupFacts>, number[]]>([
    ['nobody stays', [], {}, [3]],
    ['somebody sleeps there before it', [stay(2, 6)], {}, []],
    ['guests come on the day itself', [stay(3, 6)], {}, [3]],
    ['guests left after the last one came', [stay(-6, -4)], {}, []],
    ['guests had left when it came', [stay(-6, -4, { checkOutTime: localTime('08:00') })], {}, [3]],
    ['guests left before the last one', [stay(-9, -5)], {}, [3]],
    ['there was no last one, and somebody stayed', [stay(-20, -15)], { lastAt: null }, []],
    ['a stay is cancelled', [stay(1, 6, { state: 'cancelled' })], {}, [3]],
    ['the owner is there', [stay(1, 6, { kind: 'owner' })], {}, []],
    ['closed', [stay(1, 6, { kind: 'block' })], {}, [3]],
    ['the feed is silent', [], { isReliable: false }, []],
    ['the host brought it back', [], { kept: [addDays(TODAY, 3)] }, []],
    ['its hours have begun', [], { now: instantAt(addDays(TODAY, 3), localTime('09:00'), ZONE) }, []],
    [
      'its hours have begun, and it was left out before',
      [],
      {
        now: instantAt(addDays(TODAY, 3), localTime('09:00'), ZONE),
        wasVacant: [addDays(TODAY, 3)],
      },
      [3],
    ],
  ])('%s', (_what, stays, changes, said) => {
    expect(vacant(planPickups(RULE, series(), facts(stays, changes)))).toEqual(said)
  })

  test('only within a week: guests book late', () => {
    const daily = series({ terms: { ...series().terms, weekdays: [1, 2, 3, 4, 5, 6, 7] } })
    expect(vacant(planPickups(RULE, daily, facts([])))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('one that was left out is no pickup: what a stay left before it waits for the next', () => {
    const often = series({ terms: { ...series().terms, weekdays: [2, 4, 6] } })
    // Tuesday nobody, Thursday after a night, Saturday nobody again.
    const plan = planPickups(RULE, often, facts([stay(2, 3, { checkOutTime: localTime('07:00') })]))
    expect(vacant(plan)).toEqual([1, 5])
  })

  test('closed days are guests’ where the host says so, and switched off nothing is said', () => {
    const closed = [stay(1, 3, { kind: 'block', isGuess: true, platform: 'booking' })]
    expect(vacant(planPickups(RULE, series(), facts(closed)))).toEqual([3])
    expect(vacant(planPickups({ ...RULE, countsClosed: true }, series(), facts(closed)))).toEqual([])
    expect(planPickups({ ...RULE, isOn: false }, series(), facts([stay(0, 9)]))).toEqual({
      vacant: [],
      days: [],
    })
  })
})

describe('one more after a long or large stay', () => {
  test.each<[string, Stay[], Partial<PickupRule>, object[]]>([
    ['long enough', [stay(-2, 5)], {}, [{ on: 5, nights: 7, guests: null }]],
    ['a night too short', [stay(-1, 5)], {}, []],
    ['large enough', [stay(4, 6, { guests: 8 })], {}, [{ on: 6, nights: 2, guests: 8 }]],
    ['a guest too few', [stay(4, 6, { guests: 7 })], {}, []],
    ['the host wants none after long ones', [stay(-2, 5)], { extraNights: null }, []],
    ['nor after large ones', [stay(4, 6, { guests: 9 })], { extraGuests: null }, []],
    ['the weekly one comes that day', [stay(-5, 3)], {}, []],
    ['the weekly one comes the next day', [stay(-6, 2)], {}, []],
    ['others still sleep there', [stay(-2, 5), stay(4, 7)], {}, []],
    [
      'two leave on one day',
      [stay(-3, 5, { guests: 2 }), stay(3, 5, { guests: 9 })],
      {},
      [{ on: 5, nights: 8, guests: 9 }],
    ],
  ])('%s', (_what, stays, changes, said) => {
    expect(extras(planPickups({ ...RULE, ...changes }, series(), facts(stays)))).toEqual(said)
  })

  test('what it took is not taken again', () => {
    const plan = planPickups(
      RULE,
      series(),
      facts([stay(-5, 5)], {
        today: addDays(TODAY, 5),
        now: instantAt(addDays(TODAY, 5), localTime('07:00'), ZONE),
      }),
    )
    expect([extras(plan).map(({ on }) => on), vacant(plan)]).toEqual([[5], [10]])
  })

  test('it comes with the terms of the job, from the check-out on, and only within the series', () => {
    const long = facts([stay(-2, 5)])
    const plan = planPickups(RULE, series(), long)
    const of = (changes: Partial<Series>) =>
      followed(series(changes), plan, addDays(TODAY, 4), addDays(TODAY, 8)).map(
        ({ date, startsAt, endsAt, quantity }) =>
          `${day(date)} ${timeAt(startsAt, ZONE)}–${timeAt(endsAt, ZONE)} ${quantity}`,
      )
    expect(of({})).toEqual(['5 11:00–14:00 2'])
    expect(of({ endDate: addDays(TODAY, 4) })).toEqual([])
    expect(of({ startDate: addDays(TODAY, 6) })).toEqual([])
    const pauses = [{ from: addDays(TODAY, 5), to: null }]
    expect(of({ exceptions: { ...NO_EXCEPTIONS, pauses } })).toEqual([])
  })
})

describe('never before a check-out', () => {
  test.each([
    ['in the middle of its hours', '10:00', '10:00–13:00'],
    ['before its hours', '07:00', '08:00–12:00'],
    ['after its hours', '13:30', '13:30–16:30'],
  ])('%s', (_what, checkOut, said) => {
    const plan = planPickups(RULE, series(), facts([stay(0, 3, { checkOutTime: localTime(checkOut) })]))
    const [visit] = followed(series(), plan, TODAY, addDays(TODAY, 3))
    expect(`${timeAt(visit!.startsAt, ZONE)}–${timeAt(visit!.endsAt, ZONE)}`).toBe(said)
  })

  test('a visit that was moved to the day of a check-out waits, too', () => {
    const moves = [{ from: addDays(TODAY, 3), to: addDays(TODAY, 2), by: 'customer' as const, source: null }]
    const moved = series({ exceptions: { ...NO_EXCEPTIONS, moves } })
    const plan = planPickups(RULE, moved, facts([stay(0, 2)]))
    const [visit] = followed(moved, plan, TODAY, addDays(TODAY, 6))
    expect([day(visit!.date), timeAt(visit!.startsAt, ZONE)]).toEqual([2, '11:00'])
  })

  test('on the morning on which the clocks go forward it is the local hour all the same', () => {
    const sundays = series({ terms: { ...series().terms, weekdays: [7] } })
    const plan = planPickups(RULE, sundays, facts([stay(2, 6)]))
    const [visit] = followed(sundays, plan, TODAY, addDays(TODAY, 7))
    expect([visit!.date, timeAt(visit!.startsAt, ZONE)]).toEqual(['2026-03-08', '11:00'])
  })
})

const someStays = fc
  .array(
    fc.record({
      from: fc.integer({ min: -20, max: 40 }),
      nights: fc.integer({ min: 1, max: 12 }),
      guests: fc.option(fc.integer({ min: 1, max: 12 })),
      hour: fc.option(fc.constantFrom('07:00', '10:30', '14:00')),
    }),
    { maxLength: 10 },
  )
  .map((list) =>
    list.map(({ from, nights, guests, hour }) =>
      stay(from, from + nights, { guests, checkOutTime: hour === null ? null : localTime(hour) }),
    ),
  )
const someWeekdays = fc
  .uniqueArray(fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), { minLength: 1 })
  .map((days) => days.toSorted())
const someSeries = fc
  .tuple(fc.constantFrom(...ZONES), someWeekdays)
  .map(([zone, weekdays]) => series({ zone, terms: { ...series().terms, weekdays } }))
/** From before one change of the clocks until after another. */
const someToday = fc.nat(35).map((days) => addDays(TODAY, days))

describe('in both halves of the world, over both changes of the clock', () => {
  const any = [someSeries, someStays, someToday, fc.boolean()] as const
  const plan = (of: Series, stays: readonly Stay[], today: LocalDate, isReliable: boolean) => {
    const at: Partial<PickupFacts> = {
      isReliable,
      today,
      to: addDays(today, 28),
      lastAt: null,
      now: instantAt(today, localTime('00:30'), of.zone),
    }
    return planPickups(RULE, of, facts(stays, at))
  }
  const leaves = (each: Stay, zone: string): Instant =>
    instantAt(each.checkOut, each.checkOutTime ?? RULE.checkOutTime, zone)

  test('no visit begins before the guests of its day are gone, nor twice a day', () => {
    fc.assert(
      fc.property(...any, (of, stays, today, isReliable) => {
        const visits = followed(of, plan(of, stays, today, isReliable), today, addDays(today, 28))
        expect(new Set(visits.map(({ date }) => date)).size).toBe(visits.length)
        for (const visit of visits) {
          expect(visit.endsAt).toBeGreaterThan(visit.startsAt)
          for (const each of stays.filter(({ checkOut }) => checkOut === visit.date))
            expect(visit.startsAt).toBeGreaterThanOrEqual(leaves(each, of.zone))
        }
      }),
    )
  })

  test('what guests left is taken by the pickup that the rule has next, and silence skips nothing', () => {
    fc.assert(
      fc.property(...any, (of, stays, today, isReliable) => {
        const said = plan(of, stays, today, isReliable)
        if (!isReliable) expect(said.vacant).toEqual([])
        const visits = followed(of, said, today, addDays(today, 28))
        const ofRule = seriesVisits(of, today, addDays(today, 28))
        for (const each of stays) {
          const next = ofRule.find(({ date }) => date > each.checkOut)
          if (each.checkOut < today || next === undefined) continue
          // That one, or one between the check-out and it.
          const taken = visits.some(
            ({ date, startsAt }) => startsAt >= leaves(each, of.zone) && date <= next.date,
          )
          expect(taken).toBe(true)
        }
      }),
    )
  })

  test('said again it is the same', () => {
    fc.assert(
      fc.property(...any, (of, stays, today, isReliable) => {
        const once = plan(of, stays, today, isReliable)
        const again = planPickups(RULE, of, {
          ...facts(stays),
          isReliable,
          today,
          to: addDays(today, 28),
          lastAt: null,
          wasVacant: once.vacant,
          now: instantAt(today, localTime('00:30'), of.zone),
        })
        expect(again).toEqual(once)
        const dates = seriesVisits(of, today, addDays(today, 28)).map(occurrenceOf)
        expect(once.vacant.every((date) => dates.includes(date))).toBe(true)
      }),
    )
  })
})

test.each<[string, Partial<SourceHealth>[], boolean]>([
  ['none', [], false],
  ['one that was read well', [{}], true],
  ['one that was never read', [{ goodAt: null }], false],
  ['one that failed', [{}, { failures: 1 }], false],
  ['one that is paused or silent', [{ isStopped: true }, {}], false],
  ['one that was read long ago', [{ goodAt: instant(0) }], false],
])('whether stays are heard of: %s', (_what, sources, said) => {
  const now = instant(40 * HOUR_MS)
  const good: SourceHealth = { goodAt: instant(now - HOUR_MS), failures: 0, isStopped: false }
  expect(
    areReliable(
      sources.map((each) => ({ ...good, ...each })),
      now,
    ),
  ).toBe(said)
})
