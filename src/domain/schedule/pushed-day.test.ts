import { describe, expect, test } from 'vitest'
import { cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, localDate, parseInstant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { faultOfPush, standbyPay, undoUntil } from './pushed-day.ts'

const TODAY = localDate('2026-01-20')
const NOW = parseInstant('2026-01-20T12:00:00Z')

describe('pushing a day', () => {
  test.each<[string, string, string | null, ReturnType<typeof faultOfPush>]>([
    ['today to tomorrow', '2026-01-20', '2026-01-21', null],
    ['in two weeks, two weeks on', '2026-02-03', '2026-02-17', null],
    ['a day that is skipped', '2026-01-22', null, null],
    ['yesterday', '2026-01-19', '2026-01-21', { field: 'date', fault: 'in_the_past' }],
    ['beyond two weeks', '2026-02-04', '2026-02-05', { field: 'date', fault: 'too_far_ahead' }],
    ['backwards', '2026-01-22', '2026-01-21', { field: 'to', fault: 'not_after' }],
    ['onto itself', '2026-01-22', '2026-01-22', { field: 'to', fault: 'not_after' }],
    ['too far on', '2026-01-22', '2026-02-06', { field: 'to', fault: 'too_far_from_its_day' }],
  ])('%s', (_name, date, to, expected) => {
    const push = { date: localDate(date), to: to === null ? null : localDate(to) }
    expect(faultOfPush(push, TODAY)).toEqual(expected)
  })

  test('can be undone for two hours, and not after the day: also where the day has 23 or 25 hours', () => {
    expect(undoUntil(TODAY, 'America/Denver', NOW, DEFAULT_SETTINGS)).toBe(NOW + 2 * HOUR_MS)
    const late = parseInstant('2026-03-09T05:30:00Z')
    expect(undoUntil(localDate('2026-03-08'), 'America/Denver', late, DEFAULT_SETTINGS)).toBe(
      parseInstant('2026-03-09T06:00:00Z'),
    )
    const autumn = parseInstant('2026-11-02T06:30:00Z')
    expect(undoUntil(localDate('2026-11-01'), 'America/Denver', autumn, DEFAULT_SETTINGS)).toBe(
      parseInstant('2026-11-02T07:00:00Z'),
    )
  })

  test.each<[string, VisitState, boolean, number, number | null, number | null]>([
    ['a crew that had confirmed, notified 11 hours before', 'confirmed', true, 11, 1_005, 201],
    ['one that is notified 12 hours before', 'confirmed', true, 12, 1_005, null],
    ['one that had not confirmed', 'scheduled', true, 1, 1_005, null],
    ['nobody', 'confirmed', false, 1, 1_005, null],
    ['a service without a price', 'confirmed', true, 1, null, null],
    ['pay of nothing', 'confirmed', true, 1, 0, null],
  ])('owes %s', (_name, state, hasCrew, hours, pay, owed) => {
    const visit = {
      state,
      hasCrew,
      startsAt: instant(NOW + hours * HOUR_MS),
      crewPayCents: pay === null ? null : cents(pay),
    }
    expect(standbyPay(visit, NOW, DEFAULT_SETTINGS)).toBe(owed)
  })
})
