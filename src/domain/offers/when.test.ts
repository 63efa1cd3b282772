import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import {
  addDays,
  dateAt,
  type Instant,
  localDate,
  MINUTE_MS,
  minutesOfDay,
  parseInstant,
  timeAt,
} from '../time.ts'
import { latestStart, notifyOperatorAt, waveMayStartAt } from './when.ts'

const DENVER = 'America/Denver'
const visit = { kind: 'weekly', date: localDate('2026-07-08'), zone: DENVER } as const

describe('civil hours', () => {
  it.each([
    ['in the middle of the day', '2026-07-06T18:00:00Z', '2026-07-06T18:00:00Z'],
    ['at eight sharp', '2026-07-06T14:00:00Z', '2026-07-06T14:00:00Z'],
    ['before eight, at eight', '2026-07-06T13:59:59Z', '2026-07-06T14:00:00Z'],
    [
      'from eight in the evening, at eight of the next morning',
      '2026-07-07T02:00:00Z',
      '2026-07-07T14:00:00Z',
    ],
    ['at night before the day itself, at eight', '2026-07-08T04:00:00Z', '2026-07-08T14:00:00Z'],
    ['on the day itself at once, even at night', '2026-07-08T08:00:00Z', '2026-07-08T08:00:00Z'],
  ])('%s', (_name, now, expected) => {
    expect(waveMayStartAt(visit, parseInstant(now), DEFAULT_SETTINGS)).toBe(parseInstant(expected))
  })

  it('do not hold back on-demand work', () => {
    const night = parseInstant('2026-07-06T08:00:00Z')
    expect(waveMayStartAt({ ...visit, kind: 'on_demand' }, night, DEFAULT_SETTINGS)).toBe(night)
  })

  it.each([
    ['spring', '2026-03-08T04:00:00Z', '2026-03-08T14:00:00Z'],
    ['autumn', '2026-11-01T02:00:00Z', '2026-11-01T15:00:00Z'],
  ])('keep to the wall clock in the night of the change in %s', (_name, now, expected) => {
    const later = { ...visit, date: localDate('2026-12-01') }
    expect(waveMayStartAt(later, parseInstant(now), DEFAULT_SETTINGS)).toBe(parseInstant(expected))
  })

  it('never go back, and lie between their two hours on any night of a year', () => {
    const year = fc.integer({
      min: parseInstant('2026-01-01T00:00:00Z'),
      max: parseInstant('2027-01-01T00:00:00Z'),
    })
    fc.assert(
      fc.property(year, (at) => {
        const now = at as Instant
        const later = { ...visit, date: addDays(dateAt(now, DENVER), 3) }
        const starts = waveMayStartAt(later, now, DEFAULT_SETTINGS)
        const minute = minutesOfDay(timeAt(starts, DENVER))
        expect(starts).toBeGreaterThanOrEqual(now)
        expect(minute >= 8 * 60 && minute < 20 * 60).toBe(true)
      }),
    )
  })
})

describe('the operator', () => {
  const work = { endsAt: parseInstant('2026-07-08T18:00:00Z'), durationMinutes: 30 }

  it.each([
    ['an hour before the work can last be begun', '2026-07-06T12:00:00Z', '2026-07-08T16:30:00Z'],
    ['so also when there are just two hours', '2026-07-08T15:30:00Z', '2026-07-08T16:30:00Z'],
    ['after half of the time where there is less', '2026-07-08T16:30:00Z', '2026-07-08T17:00:00Z'],
    ['at once where it is too late already', '2026-07-08T17:45:00Z', '2026-07-08T17:30:00Z'],
  ])('is notified %s', (_name, offeredSince, expected) => {
    expect(latestStart(work)).toBe(parseInstant('2026-07-08T17:30:00Z'))
    expect(notifyOperatorAt(work, parseInstant(offeredSince), DEFAULT_SETTINGS)).toBe(parseInstant(expected))
  })

  it('is never notified in the minute of booking of work that can still be begun', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000 }), (minutes) => {
        const since = (latestStart(work) - minutes * MINUTE_MS) as Instant
        const notifiedAt = notifyOperatorAt(work, since, DEFAULT_SETTINGS)
        expect(notifiedAt).toBeGreaterThan(since)
        expect(notifiedAt).toBeLessThan(latestStart(work))
      }),
    )
  })
})
