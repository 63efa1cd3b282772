import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, instantAt, localDate, localTime, MINUTE_MS, parseInstant } from '../time.ts'
import type { VisitState } from './graph.ts'
import { type AssignedVisit, freeReleaseUntil, isLateRelease } from './late-release.ts'

const DENVER = 'America/Denver'
const startsAt = parseInstant('2026-07-13T13:00:00Z')
const before = (hours: number) => instant(startsAt - hours * HOUR_MS)
const assigned = (change: Partial<AssignedVisit> = {}): AssignedVisit => ({
  startsAt,
  state: 'confirmed',
  takenAt: null,
  ...change,
})

describe('ux 3: giving a visit back', () => {
  it.each([
    ['planned as its crew’s, 48 hours before', null, 48, false],
    ['a little later', null, 47.99, true],
    ['when it begins', null, 0, true],
    ['taken long ago', 200, 40, true],
    ['taken a minute ago, 30 hours before', 30.02, 30, false],
    ['two hours after it was taken', 32, 30, false],
    ['a little more', 32.01, 30, true],
    ['two hours after it was taken 49 hours before, when the notice has begun', 49, 47, false],
    ['within the notice of one taken well before it', 52, 47, true],
    ['as its window begins, taken an hour ago', 1, 0, false],
  ])('%s: taken %s hours before it begins, given back %s before, late: %s', (_name, taken, hours, isLate) => {
    const visit = assigned({ takenAt: taken === null ? null : before(taken) })
    expect(isLateRelease(visit, before(hours), DEFAULT_SETTINGS)).toBe(isLate)
  })

  it.each<[VisitState, boolean]>([
    ['scheduled', false],
    ['confirmed', false],
    ['en_route', true],
    ['in_progress', true],
  ])('a moment after taking it, %s, is late: %s', (state, isLate) => {
    const visit = assigned({ state, takenAt: before(1) })
    expect(isLateRelease(visit, before(0.9), DEFAULT_SETTINGS)).toBe(isLate)
  })

  it.each([
    ['the spring change', '2026-03-08', '01:30', '04:30', 0],
    // Half past one comes twice, and this is the second.
    ['the autumn change', '2026-11-01', '00:30', '01:30', 1],
  ])('two hours are two hours across %s', (_name, date, taken, until, later) => {
    const at = (time: string) => instantAt(localDate(date), localTime(time), DENVER)
    const visit = assigned({ startsAt: at('08:00'), takenAt: at(taken) })
    const end = freeReleaseUntil(visit, DEFAULT_SETTINGS)
    expect(end - at(taken)).toBe(2 * HOUR_MS)
    expect(end - at(until)).toBe(later * HOUR_MS)
  })

  it('the notice is so many hours, also across a change of the clocks', () => {
    const visit = assigned({ startsAt: instantAt(localDate('2026-03-08'), localTime('10:00'), DENVER) })
    expect(freeReleaseUntil(visit, DEFAULT_SETTINGS)).toBe(
      instantAt(localDate('2026-03-06'), localTime('09:00'), DENVER),
    )
  })

  const moments = fc
    .integer({ min: 0, max: 400 * 24 * 60 })
    .map((minute) => instant(startsAt + minute * MINUTE_MS))
  const settings = fc.record({
    releaseNoticeHours: fc.integer({ min: 0, max: 168 }),
    releaseGraceMinutes: fc.integer({ min: 0, max: 1_440 }),
  })
  const states = fc.constantFrom<VisitState>('scheduled', 'confirmed', 'en_route')

  it('whoever has not set out is never late within the grace, and never sooner late for having taken it', () => {
    fc.assert(
      fc.property(moments, moments, settings, states, (starts, takenAt, rules, state) => {
        const visit = assigned({ startsAt: starts, takenAt, state })
        const end = freeReleaseUntil(visit, rules)
        if (state !== 'en_route')
          expect(end).toBeGreaterThanOrEqual(takenAt + rules.releaseGraceMinutes * MINUTE_MS)
        expect(end).toBeGreaterThanOrEqual(freeReleaseUntil({ ...visit, takenAt: null }, rules))
        expect(isLateRelease(visit, end, rules)).toBe(false)
        expect(isLateRelease(visit, instant(end + 1), rules)).toBe(true)
      }),
    )
  })
})
