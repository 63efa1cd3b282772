import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeAt } from '../time.ts'
import { VISIT_STATES } from '../visits/graph.ts'
import { clock, DAY, drive, stop, ZONE } from './dispatch.testing.ts'
import { driveLane } from './lane.ts'
import { addLateness, ON_TIME, predictLateness } from './predict-lateness.ts'

describe('the lateness of a lane', () => {
  test.each([
    ['nothing is late', [stop('a'), stop('b')], ON_TIME],
    [
      'a stop that the way before makes late',
      [stop('a'), stop('b', { closesAt: clock('08:30') })],
      late(1, 20),
    ],
    [
      'the latest of several counts',
      [stop('a', { closesAt: clock('08:05') }), stop('b', { closesAt: clock('08:30') })],
      late(2, 20),
    ],
    ['what was missed is no prediction', [stop('a', { closesAt: clock('07:00'), state: 'missed' })], ON_TIME],
    [
      'what began late is no prediction',
      [stop('a', { closesAt: clock('07:00'), state: 'in_progress', startedAt: clock('08:00') })],
      ON_TIME,
    ],
    [
      'who is on the way is late as well',
      [stop('a', { closesAt: clock('08:00'), state: 'en_route' })],
      late(1, 10),
    ],
  ])('%s', (_what, row, expected) => {
    expect(predictLateness(row, driveLane(DAY, row, drive, clock('06:00')))).toEqual(expected)
  })

  test('counts what is to begin after its window and nothing else, and adds up over days', () => {
    const rows = fc.array(
      fc.record({
        state: fc.constantFrom(...VISIT_STATES),
        closes: fc.integer({ min: 1, max: 16 * 60 }),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 8 }), (wanted, cut) => {
        const row = wanted.map(({ state, closes }, index) =>
          stop(String(index), { state, closesAt: clock(`00:${closes}`) }),
        )
        const lane = driveLane(DAY, row, drive, clock('09:00'))
        const whole = predictLateness(row, lane)
        const toBegin = lane.stops.filter(
          ({ beginsAt }, at) =>
            beginsAt > row[at]!.closesAt &&
            !['in_progress', 'completed', 'cancelled', 'skipped', 'missed'].includes(row[at]!.state),
        )
        expect(whole.count).toBe(toBegin.length)
        const parts = [
          predictLateness(row.slice(0, cut), { stops: lane.stops.slice(0, cut) }),
          predictLateness(row.slice(cut), { stops: lane.stops.slice(cut) }),
        ]
        expect(parts.reduce(addLateness, ON_TIME)).toEqual(whole)
      }),
    )
  })
})

describe('a crew that shares where it is', () => {
  const shared = (arrives: string, more = {}) =>
    driveLane(
      DAY,
      [stop('a', { state: 'en_route', arrivesAt: clock(arrives), ...more }), stop('b')],
      drive,
      clock('09:00'),
    ).stops.map(({ beginsAt }) => timeAt(beginsAt, ZONE))

  test('is there when its position says so, and everything after follows', () => {
    expect(shared('09:04')).toEqual(['09:04', '09:44'])
  })

  test('is believed by its position before what it said earlier', () => {
    expect(shared('09:04', { expectedAt: clock('10:00') })).toEqual(['09:04', '09:44'])
  })

  test('waits for the window, and is never there before now', () => {
    expect(shared('09:04', { opensAt: clock('09:30') })[0]).toBe('09:30')
    expect(shared('08:50')[0]).toBe('09:00')
  })

  test('is no different once its arrival is forgotten', () => {
    const row = [stop('a'), stop('b')]
    const forgotten = row.map((each) => ({ ...each, arrivesAt: null }))
    const now = clock('09:00')
    expect(driveLane(DAY, forgotten, drive, now)).toEqual(driveLane(DAY, row, drive, now))
  })
})

function late(count: number, minutes: number) {
  return { count, minutes }
}
