import { describe, expect, test } from 'vitest'
import { HOUR_MS, instant, MINUTE_MS, parseInstant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { arrivalBy, faultOfPosition, isFresh, type Position, stopsBefore } from './whereabouts.ts'

const now = parseInstant('2026-03-02T16:00:00Z')
const ago = (ms: number) => instant(now - ms)
const here: Position = { lat: 39.7392, lng: -104.9903, measuredAt: ago(25_000) }

describe('a position', () => {
  test.each<[string, Partial<Position>, Partial<Position> | null, string | null]>([
    ['of now', {}, null, null],
    ['a little ahead, by the phone’s clock', { measuredAt: instant(now + 30_000) }, null, null],
    ['of the future', { measuredAt: instant(now + 90_000) }, null, 'clock_ahead'],
    ['of long ago', { measuredAt: ago(3 * MINUTE_MS) }, null, 'too_late'],
    ['of a phone that knows nothing', { lat: 0, lng: 0 }, null, 'location_invalid'],
    ['off the globe', { lat: 95 }, null, 'location_invalid'],
    ['a street further on', { lat: 39.741 }, { measuredAt: ago(50_000) }, null],
    ['on the other side of the city at once', { lat: 39.9 }, { measuredAt: ago(50_000) }, 'location_invalid'],
    ['there after a quarter of an hour', { lat: 39.9 }, { measuredAt: ago(15 * MINUTE_MS) }, null],
  ])('%s', (_what, change, before, refused) => {
    const fault = faultOfPosition({ ...here, ...change }, before === null ? null : { ...here, ...before }, {
      now,
      clockAheadSeconds: 60,
    })
    expect(fault).toEqual(refused === null ? null : { refused })
  })

  test('lasts ten minutes', () => {
    expect(isFresh(ago(9 * MINUTE_MS), now)).toBe(true)
    expect(isFresh(ago(11 * MINUTE_MS), now)).toBe(false)
  })
})

describe('the arrival', () => {
  test('is a span around what the streets say, in whole minutes', () => {
    const { from, until } = arrivalBy(now, 1_200, now)
    expect([from - now, until - now].map((ms) => ms / MINUTE_MS)).toEqual([18, 28])
  })

  test('is never in the past, however long the crew has stood still', () => {
    const { from, until } = arrivalBy(ago(HOUR_MS), 600, now)
    expect(from).toBe(now)
    expect(until).toBeGreaterThan(now)
  })
})

describe('stops before', () => {
  const day = (...states: VisitState[]) => states.map((state, id) => ({ id, state }))
  test.each<[string, VisitState[], number, number | null]>([
    ['none before anybody set out', ['confirmed', 'confirmed'], 1, null],
    ['what is under way and what lies between', ['completed', 'en_route', 'confirmed', 'confirmed'], 3, 2],
    ['what is under way out of order', ['completed', 'confirmed', 'in_progress'], 1, 1],
    ['nothing, and so it is next', ['completed', 'missed', 'confirmed'], 2, 0],
    ['not while the crew drives there', ['completed', 'en_route'], 1, null],
    ['not once it is done', ['completed', 'completed'], 1, null],
    ['not of another day', ['completed'], 5, null],
  ])('%s', (_what, states, id, count) => {
    expect(stopsBefore(day(...states), id)).toBe(count)
  })
})
