import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  daysBetween,
  HOUR_MS,
  instant,
  localDate,
  localTime,
  mondayOf,
  parseInstant,
  timeAt,
  type Weekday,
  weekdayOf,
} from './time.ts'
import { lastRun, lastSlot, nextRun, runOfWeek, type SlotTimeline, type WeeklySlot } from './weekly-slot.ts'

const DENVER = 'America/Denver'
const always = (slot: WeeklySlot): SlotTimeline => [{ from: instant(-8_640_000_000_000_000), slot }]
const monday = { weekday: 1 as Weekday, time: localTime('06:00') }

describe('a moment that comes every week', () => {
  it.each([
    ['at the very moment', '2026-07-06T12:00:00Z', '2026-07-06', '2026-07-13'],
    ['a millisecond before', '2026-07-06T11:59:59.999Z', '2026-06-29', '2026-07-06'],
    ['late on Sunday', '2026-07-06T05:00:00Z', '2026-06-29', '2026-07-06'],
    ['across the spring change', '2026-03-09T11:59:00Z', '2026-03-02', '2026-03-09'],
    ['across the autumn change', '2026-11-02T12:59:00Z', '2026-10-26', '2026-11-02'],
  ])('%s', (_name, now, last, next) => {
    expect(lastSlot(monday, parseInstant(now), DENVER).date).toBe(last)
    expect(lastRun(always(monday), parseInstant(now), DENVER).date).toBe(last)
    expect(nextRun(always(monday), parseInstant(now), DENVER).date).toBe(next)
  })

  it('is always on its weekday and local time, never after now, and the next one within a week', () => {
    const now = fc.integer({ min: 1_767_225_600_000, max: 1_893_456_000_000 }).map(instant)
    fc.assert(
      fc.property(now, fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), (at, weekday) => {
        const slot = { weekday, time: localTime('18:00') }
        const last = lastSlot(slot, at, DENVER)
        const next = nextRun(always(slot), at, DENVER)
        expect(lastRun(always(slot), at, DENVER)).toEqual(last)
        expect(weekdayOf(last.date)).toBe(weekday)
        expect([timeAt(last.at, DENVER), timeAt(next.at, DENVER)]).toEqual(['18:00', '18:00'])
        expect(last.at).toBeLessThanOrEqual(at)
        expect(next.at).toBeGreaterThan(at)
        expect(Math.abs(next.at - last.at - 7 * DAY_MS)).toBeLessThanOrEqual(HOUR_MS)
      }),
    )
  })
})

describe('a weekly run whose day is changed', () => {
  const wednesday = { weekday: 3 as Weekday, time: localTime('06:00') }
  const friday = { weekday: 5 as Weekday, time: localTime('06:00') }
  const changed = (from: WeeklySlot, to: WeeklySlot, at: string): SlotTimeline => [
    ...always(from),
    { from: parseInstant(at), slot: to },
  ]

  it.each([
    [
      'to a later day, before the run',
      wednesday,
      friday,
      '2026-07-07T18:00:00Z',
      ['07-10T12:00', '07-17T12:00'],
    ],
    [
      'to a later day, after the run',
      wednesday,
      friday,
      '2026-07-09T18:00:00Z',
      ['07-08T12:00', '07-17T12:00'],
    ],
    [
      'to an earlier day, before it',
      friday,
      wednesday,
      '2026-07-07T18:00:00Z',
      ['07-08T12:00', '07-15T12:00'],
    ],
    [
      'to a day behind us: at once',
      friday,
      wednesday,
      '2026-07-09T18:00:00Z',
      ['07-09T18:00', '07-15T12:00'],
    ],
    [
      'to an earlier day, after the run',
      friday,
      wednesday,
      '2026-07-11T18:00:00Z',
      ['07-10T12:00', '07-15T12:00'],
    ],
    [
      'at the very moment of the run',
      wednesday,
      friday,
      '2026-07-08T12:00:00Z',
      ['07-10T12:00', '07-17T12:00'],
    ],
  ])('%s', (_name, from, to, at, runs) => {
    const slots = changed(from, to, at)
    const first = nextRun(slots, parseInstant('2026-07-06T06:00:00Z'), DENVER)
    const second = nextRun(slots, first.at, DENVER)
    expect([first.at, second.at]).toEqual(runs.map((run) => parseInstant(`2026-${run}:00Z`)))
    expect(lastRun(slots, second.at, DENVER)).toEqual(second)
    expect(lastRun(slots, instant(second.at - 1), DENVER)).toEqual(first)
  })

  it('keeps its local hour over both changes of the clock', () => {
    for (const [at, expected] of [
      ['2026-03-06T00:00:00Z', '2026-03-13T12:00:00Z'],
      ['2026-10-30T00:00:00Z', '2026-11-06T13:00:00Z'],
    ] as const) {
      const slots = changed(wednesday, friday, at)
      const run = nextRun(slots, instant(parseInstant(at) + 3 * DAY_MS), DENVER)
      expect(run.at).toBe(parseInstant(expected))
    }
  })

  it('comes exactly once in every week, however often it is changed', () => {
    const START = 1_767_225_600_000
    const change = fc.record({
      after: fc.integer({ min: 1, max: 20 * DAY_MS }),
      weekday: fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7),
      hour: fc.integer({ min: 0, max: 23 }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let from = START
        const later = changes.map(({ after, weekday, hour }) => {
          from += after
          return {
            from: instant(from),
            slot: { weekday, time: localTime(`${String(hour).padStart(2, '0')}:00`) },
          }
        })
        const slots = [...always(monday), ...later]
        const runs: string[] = []
        for (let at = instant(START); runs.length < 30; ) {
          const run = nextRun(slots, at, DENVER)
          expect(run).toEqual(runOfWeek(slots, mondayOf(run.date), DENVER))
          runs.push(mondayOf(run.date))
          at = run.at
        }
        expect(
          runs.slice(1).every((week, index) => daysBetween(localDate(runs[index]!), localDate(week)) === 7),
        ).toBe(true)
      }),
    )
  })
})
