import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, instant, localTime, parseInstant, timeAt, type Weekday, weekdayOf } from './time.ts'
import { lastSlot, nextSlot } from './weekly-slot.ts'

const DENVER = 'America/Denver'
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
    expect(nextSlot(monday, parseInstant(now), DENVER).date).toBe(next)
  })

  it('is always on its weekday and local time, never after now, and the next one within a week', () => {
    const now = fc.integer({ min: 1_767_225_600_000, max: 1_893_456_000_000 }).map(instant)
    fc.assert(
      fc.property(now, fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), (at, weekday) => {
        const slot = { weekday, time: localTime('18:00') }
        const last = lastSlot(slot, at, DENVER)
        const next = nextSlot(slot, at, DENVER)
        expect(weekdayOf(last.date)).toBe(weekday)
        expect([timeAt(last.at, DENVER), timeAt(next.at, DENVER)]).toEqual(['18:00', '18:00'])
        expect(last.at).toBeLessThanOrEqual(at)
        expect(next.at).toBeGreaterThan(at)
        expect(Math.abs(next.at - last.at - 7 * DAY_MS)).toBeLessThanOrEqual(HOUR_MS)
      }),
    )
  })
})
