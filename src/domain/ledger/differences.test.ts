import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DIFFERENCE_STATES,
  differenceCents,
  explainDifference,
  kindOfRun,
  type Sides,
  seeDifference,
} from './differences.ts'

const sides = (oursCents: number | null, theirsCents: number | null): Sides => ({ oursCents, theirsCents })

describe('a difference that a run sees', () => {
  it.each([
    ['for the first time', null, sides(1, 2), 'open', true],
    ['again', { state: 'open', ...sides(1, 2) }, sides(1, 2), 'open', false],
    ['again, and larger', { state: 'open', ...sides(1, 2) }, sides(1, 9), 'open', false],
    ['after it was explained', { state: 'explained', ...sides(1, 2) }, sides(1, 2), 'explained', false],
    ['after it was explained, and larger', { state: 'explained', ...sides(1, 2) }, sides(1, 3), 'open', true],
    ['after it was gone', { state: 'gone', ...sides(1, 2) }, sides(1, 2), 'open', true],
    ['where one side has nothing now', { state: 'explained', ...sides(1, 2) }, sides(1, null), 'open', true],
  ] as const)('%s', (_when, before, now, state, isAlarm) => {
    expect(seeDifference(before, now)).toMatchObject({ state, isAlarm })
  })

  it('alarms once, however many nights it stays as it is', () => {
    const amount = fc.option(fc.integer({ min: -1_000, max: 1_000 }))
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 30 }), (ours, theirs, nights) => {
        const now = sides(ours, theirs)
        let before: Parameters<typeof seeDifference>[0] = null
        let alarms = 0
        for (let night = 0; night < nights; night++) {
          const seen = seeDifference(before, now)
          if (seen.isAlarm) alarms += 1
          before = { state: seen.state, ...now }
        }
        expect(alarms).toBe(1)
      }),
    )
  })
})

describe('an explanation', () => {
  it.each(DIFFERENCE_STATES)('of one that is %s', (state) => {
    expect(explainDifference(state)).toEqual(
      state === 'gone' ? { refused: 'wrong_state' } : { state: 'explained' },
    )
  })
})

it('differs by what lies between the sides; nothing counts as zero', () => {
  expect([differenceCents(sides(500, 200)), differenceCents(sides(null, 777))]).toEqual([300, 777])
})

describe('the run of a night', () => {
  const DAY = 86_400_000
  it.each([
    ['where there never was a complete one', null, 'complete'],
    ['the day after', 1, 'nightly'],
    ['six days after', 6, 'nightly'],
    ['a week after, an hour early', 7 - 1 / 24, 'complete'],
    ['weeks after', 30, 'complete'],
  ] as const)('%s', (_when, days, kind) => {
    expect(kindOfRun(days === null ? null : 100 * DAY - days * DAY, 100 * DAY)).toBe(kind)
  })
})
