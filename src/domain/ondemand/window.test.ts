import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { addDays, dateAt, HOUR_MS, instant, localDate, localTime, parseInstant } from '../time.ts'
import { orderWindow, type WantedTime } from './window.ts'

const ZONE = 'America/Denver'
const NOW = parseInstant('2026-03-05T17:00:00Z') // Thursday 10:00

function ask(wanted: WantedTime, now = NOW) {
  return orderWindow(wanted, { now, zone: ZONE, settings: DEFAULT_SETTINGS })
}

function on(date: string, from: string, until: string): WantedTime {
  return { kind: 'window', date: localDate(date), from: localTime(from), until: localTime(until) }
}

describe('the window of an order', () => {
  it('is two hours from now, on the day of the place', () => {
    expect(ask({ kind: 'now' }, parseInstant('2026-03-06T06:30:00Z'))).toEqual({
      date: '2026-03-05',
      startsAt: parseInstant('2026-03-06T06:30:00Z'),
      endsAt: parseInstant('2026-03-06T08:30:00Z'),
      isSameDay: true,
    })
  })

  it.each<[string, string, string, string]>([
    ['2026-03-05', '09:00', '10:59', 'window_past'],
    ['2026-03-04', '09:00', '17:00', 'window_past'],
    ['2026-03-12', '09:00', '17:00', 'window_too_far'],
    ['2026-03-06', '09:00', '09:59', 'window_too_short'],
    ['2026-03-06', '12:00', '09:00', 'window_too_short'],
    // The clocks go forward over it: an hour on the wall, nothing in between.
    ['2026-03-08', '02:00', '03:00', 'window_too_short'],
  ])('%s %s–%s is refused: %s', (date, from, until, reason) => {
    expect(ask(on(date, from, until))).toEqual({ refused: reason })
  })

  it.each<[string, string, string, string, string, boolean]>([
    ['2026-03-05', '09:00', '11:00', '2026-03-05T16:00:00Z', '2026-03-05T18:00:00Z', true],
    ['2026-03-11', '09:00', '10:00', '2026-03-11T15:00:00Z', '2026-03-11T16:00:00Z', false],
    // Before and after the clocks change it is the same hour on the wall.
    ['2026-03-07', '09:00', '11:00', '2026-03-07T16:00:00Z', '2026-03-07T18:00:00Z', false],
    ['2026-03-08', '09:00', '11:00', '2026-03-08T15:00:00Z', '2026-03-08T17:00:00Z', false],
  ])('%s %s–%s', (date, from, until, startsAt, endsAt, isSameDay) => {
    expect(ask(on(date, from, until))).toEqual({
      date,
      startsAt: parseInstant(startsAt),
      endsAt: parseInstant(endsAt),
      isSameDay,
    })
  })

  it('keeps its hour when the clocks go back', () => {
    const now = parseInstant('2026-10-30T15:00:00Z')
    expect(ask(on('2026-10-31', '09:00', '10:00'), now)).toMatchObject({
      startsAt: parseInstant('2026-10-31T15:00:00Z'),
    })
    expect(ask(on('2026-11-01', '09:00', '10:00'), now)).toMatchObject({
      startsAt: parseInstant('2026-11-01T16:00:00Z'),
    })
  })

  it('always ends at least an hour from now, within the week, whatever the day of the year', () => {
    fc.assert(
      fc.property(
        fc.nat(366 * 24),
        fc.integer({ min: -2, max: 8 }),
        fc.nat(23),
        fc.nat(23),
        (hour, day, from, until) => {
          const now = instant(parseInstant('2026-01-01T00:00:00Z') + hour * HOUR_MS)
          const date = addDays(dateAt(now, ZONE), day)
          const window = ask(on(date, clock(from), clock(until)), now)
          if (isRefusal(window)) return
          expect(window.endsAt - now).toBeGreaterThanOrEqual(HOUR_MS)
          expect(window.startsAt).toBeLessThan(window.endsAt)
          expect(dateAt(window.startsAt, ZONE)).toBe(date)
          expect(window.isSameDay).toBe(day === 0)
        },
      ),
    )
  })
})

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
