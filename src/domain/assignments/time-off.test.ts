import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, HOUR_MS, type Instant, instantAt, localDate, localTime, MINUTE_MS } from '../time.ts'
import { collidesWithDaysOff, isOff } from './time-off.ts'

const DENVER = 'America/Denver'
const DAY = localDate('2026-07-06')
const at = (date: string, time: string, zone = DENVER) => instantAt(localDate(date), localTime(time), zone)
const work = (startsAt: Instant, endsAt: Instant, durationMinutes: number, zone = DENVER) => ({
  startsAt,
  endsAt,
  durationMinutes,
  zone,
})

describe('days off', () => {
  const off = { from: DAY, to: addDays(DAY, 2) }

  it('field 16: a 4-hour job that starts 15 minutes before them is refused', () => {
    const job = work(at('2026-07-05', '23:45'), at('2026-07-06', '03:45'), 240)
    expect(collidesWithDaysOff(job, off)).toBe(true)
  })

  it.each([
    ['longer than the job', '2026-07-07', '08:00', '2026-07-07', '12:00', 30, true],
    ['shorter than the job', '2026-07-05', '20:00', '2026-07-09', '02:00', 4 * 24 * 60, true],
    ['touching its end', '2026-07-05', '22:00', '2026-07-06', '02:00', 121, true],
    ['touching its beginning', '2026-07-08', '23:59', '2026-07-09', '02:00', 122, true],
    ['which it can be finished before', '2026-07-05', '22:00', '2026-07-06', '02:00', 120, false],
    ['which it can be begun after', '2026-07-08', '22:00', '2026-07-09', '02:00', 120, false],
    ['that are over', '2026-07-09', '00:00', '2026-07-09', '24:00', 30, false],
    ['that are to come', '2026-07-05', '00:00', '2026-07-05', '24:00', 30, false],
  ])('field 16: %s', (_name, fromDay, from, untilDay, until, minutes, isRefused) => {
    expect(collidesWithDaysOff(work(at(fromDay, from), at(untilDay, until), minutes), off)).toBe(isRefused)
  })

  it('are days of the place, not of the crew: 23:30 in Denver is still before midnight there', () => {
    const job = work(at('2026-07-05', '23:00'), at('2026-07-05', '24:00'), 60)
    expect(collidesWithDaysOff(job, off)).toBe(false)
    expect(collidesWithDaysOff({ ...job, zone: 'America/New_York' }, off)).toBe(true)
  })

  it.each(['2026-03-08', '2026-11-01'])('field 2: last from midnight to midnight on %s', (date) => {
    const day = localDate(date)
    const next = addDays(day, 1)
    const around = [
      work(at(addDays(day, -1), '23:00'), at(date, '00:00'), 60),
      work(at(next, '00:00'), at(next, '01:00'), 60),
    ]
    const within = [
      work(at(date, '00:00'), at(date, '01:00'), 60),
      work(at(date, '23:00'), at(next, '00:00'), 60),
    ]
    const days = [{ from: day, to: day }]
    expect(around.map((job) => isOff(job, days))).toEqual([false, false])
    expect(within.map((job) => isOff(job, days))).toEqual([true, true])
  })

  it('hold against every work of which no minute can lie outside of them, and only then', () => {
    const offFrom = at(DAY, '00:00')
    fc.assert(
      fc.property(
        fc.integer({ min: -72, max: 144 }),
        fc.integer({ min: 1, max: 72 }),
        fc.integer({ min: 1, max: 1440 }),
        (startHours, windowHours, minutes) => {
          const startsAt = (offFrom + startHours * HOUR_MS) as Instant
          const endsAt = (startsAt + Math.max(windowHours * HOUR_MS, minutes * MINUTE_MS)) as Instant
          const offUntil = at('2026-07-09', '00:00')
          let canBeDone = false
          for (
            let begin = startsAt;
            begin + minutes * MINUTE_MS <= endsAt;
            begin = (begin + MINUTE_MS) as Instant
          )
            if (begin + minutes * MINUTE_MS <= offFrom || begin >= offUntil) canBeDone = true
          expect(collidesWithDaysOff(work(startsAt, endsAt, minutes), off)).toBe(!canBeDone)
        },
      ),
      { numRuns: 150 },
    )
  })
})
