import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, parseInstant } from '../time.ts'
import { judgeArrival } from './arrival.ts'
import { lifeOf, nextStep } from './token-life.ts'

const NOW = parseInstant('2026-03-02T16:00:00Z')
const after = (ms: number): Instant => instant(NOW + ms)

describe('a pair of tokens of twelve hours', () => {
  const life = lifeOf(43_200, NOW)

  test.each([
    [0, 'use'],
    [12 * HOUR_MS - 6 * MINUTE_MS, 'use'],
    [12 * HOUR_MS - 5 * MINUTE_MS, 'refresh'],
    [12 * HOUR_MS, 'refresh'],
    [90 * DAY_MS - 1, 'refresh'],
    [90 * DAY_MS, 'reconnect'],
    [91 * DAY_MS, 'reconnect'],
  ])('after %i ms there is to %s', (ms, step) => {
    expect(nextStep(life, after(ms))).toBe(step)
  })
})

describe('field 31: whoever comes back from Hospitable', () => {
  const mine = { givenAt: NOW }
  test.each([
    ['with its own state', mine, false, 1, { next: 'exchange' }],
    ['with its own state, at the last moment', mine, false, HOUR_MS - 1, { next: 'exchange' }],
    ['with its own state, too late', mine, true, HOUR_MS, { refused: 'hospitable_late' }],
    ['with a state of another', 'foreign', false, 1, { refused: 'hospitable_of_another' }],
    ['with a state of another, confirmed', 'foreign', true, 1, { refused: 'hospitable_of_another' }],
    ['without a state', 'none', false, 1, { next: 'ask' }],
    ['without a state, confirmed', 'none', true, 1, { next: 'exchange' }],
  ] as const)('%s', (_who, state, isConfirmed, ms, verdict) => {
    expect(judgeArrival({ state, isConfirmed, now: after(ms) })).toEqual(verdict)
  })
})
