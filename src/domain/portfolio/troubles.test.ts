import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PropertyId, type StayId, toId, type VisitId } from '../ids.ts'
import type { Stay } from '../stays/stay.ts'
import { addDays, HOUR_MS, instant, instantAt, type LocalDate, localDate, localTime } from '../time.ts'
import { daysToRead, monthOf, type SeenPlace, type SeenVisit, troublesOf, weeksOf } from './troubles.ts'

const ZONE = 'America/Denver'
const HOURS = { checkInTime: localTime('16:00'), checkOutTime: localTime('11:00') }
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const propertyId = toId<PropertyId>(id(0))

const stay = (number: number, checkIn: string, checkOut: string, more: Partial<Stay> = {}): Stay => ({
  id: toId<StayId>(id(number)),
  propertyId,
  kind: 'stay',
  isGuess: false,
  state: 'booked',
  checkIn: localDate(checkIn),
  checkOut: localDate(checkOut),
  checkInTime: null,
  checkOutTime: null,
  guests: null,
  pets: null,
  platform: null,
  code: null,
  ...more,
})

const visit = (number: number, date: string, from: string, to: string, more: Partial<SeenVisit> = {}) => ({
  id: toId<VisitId>(id(number)),
  serviceKey: 'turnover',
  date: localDate(date),
  startsAt: instantAt(localDate(date), localTime(from), ZONE),
  endsAt: instantAt(localDate(date), localTime(to), ZONE),
  state: 'scheduled' as const,
  ...more,
})

/** `kind date` of a month, by day. */
function seen(place: Partial<SeenPlace>, month = '2026-03-01', today = '2026-01-01') {
  const whole = { zone: ZONE, hours: HOURS, stays: [], visits: [], ...place }
  return troublesOf(whole, monthOf(localDate(month)), localDate(today)).map(
    ({ kind, date }) => `${kind} ${date}`,
  )
}

describe('a month', () => {
  test.each([
    ['2026-02-14', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
    ['2026-01-01', '2026-01-01', '2026-01-31'],
  ])('of %s is from %s to %s', (day, from, to) => {
    expect(monthOf(localDate(day))).toEqual({ from, to })
  })

  test('is shown in weeks from Monday on, over its ends', () => {
    expect(weeksOf(monthOf(localDate('2026-03-10')))).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ])
    expect(weeksOf(monthOf(localDate('2027-02-01')))).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ])
  })
})

describe('two stays in one night', () => {
  test.each<[string, Stay[], string[]]>([
    [
      'none where one leaves as the other comes',
      [stay(1, '2026-03-01', '2026-03-05'), stay(2, '2026-03-05', '2026-03-06')],
      [],
    ],
    [
      'each night that both want',
      [stay(1, '2026-03-02', '2026-03-06'), stay(2, '2026-03-04', '2026-03-09')],
      ['2026-03-04', '2026-03-05'],
    ],
    [
      'over the end of a month only the days of this one',
      [stay(1, '2026-02-25', '2026-03-03'), stay(2, '2026-02-27', '2026-03-02')],
      ['2026-03-01'],
    ],
    [
      'no closed days, no cancelled stay',
      [
        stay(1, '2026-03-02', '2026-03-06'),
        stay(2, '2026-03-02', '2026-03-06', { kind: 'block' }),
        stay(3, '2026-03-02', '2026-03-06', { state: 'cancelled' }),
      ],
      [],
    ],
    [
      'three are one trouble a night',
      [
        stay(1, '2026-03-02', '2026-03-03'),
        stay(2, '2026-03-02', '2026-03-03'),
        stay(3, '2026-03-02', '2026-03-03'),
      ],
      ['2026-03-02'],
    ],
  ])('%s', (_, stays, dates) => {
    expect(seen({ stays }).filter((trouble) => trouble.startsWith('double'))).toEqual(
      dates.map((date) => `double_booked ${date}`),
    )
  })
})

describe('guests leave', () => {
  const leaving = stay(1, '2026-03-05', '2026-03-08')
  test.each<[string, Partial<SeenPlace>, string[]]>([
    ['and nobody cleans', { stays: [leaving] }, ['no_turnover 2026-03-08']],
    [
      'and it is cleaned that day',
      { stays: [leaving], visits: [visit(9, '2026-03-08', '11:00', '16:00')] },
      [],
    ],
    [
      'and it is cleaned before the next come',
      {
        stays: [leaving, stay(2, '2026-03-12', '2026-04-20')],
        visits: [visit(9, '2026-03-11', '11:00', '16:00')],
      },
      [],
    ],
    [
      'and it is cleaned only after the next came',
      {
        stays: [leaving, stay(2, '2026-03-12', '2026-04-20')],
        visits: [visit(9, '2026-04-20', '11:00', '16:00')],
      },
      ['no_turnover 2026-03-08'],
    ],
    [
      'and nobody comes soon: two weeks are soon enough',
      { stays: [leaving], visits: [visit(9, '2026-03-22', '11:00', '16:00')] },
      [],
    ],
    [
      'and nobody comes soon: a day later is too late',
      { stays: [leaving], visits: [visit(9, '2026-03-23', '11:00', '16:00')] },
      ['no_turnover 2026-03-08'],
    ],
    [
      'and a skipped turnover cleans nothing',
      { stays: [leaving], visits: [visit(9, '2026-03-08', '11:00', '16:00', { state: 'skipped' })] },
      ['no_turnover 2026-03-08'],
    ],
    [
      'and bins are no turnover',
      { stays: [leaving], visits: [visit(9, '2026-03-08', '11:00', '16:00', { serviceKey: 'bins' })] },
      ['no_turnover 2026-03-08'],
    ],
    [
      'while others still sleep there: who leaves last counts',
      { stays: [leaving, stay(2, '2026-03-07', '2026-03-10')] },
      ['double_booked 2026-03-07', 'no_turnover 2026-03-10'],
    ],
    [
      'on the last day of a month, cleaned in the next',
      { stays: [stay(1, '2026-03-28', '2026-03-31')], visits: [visit(9, '2026-04-02', '11:00', '16:00')] },
      [],
    ],
  ])('%s', (_, place, troubles) => {
    expect(seen(place)).toEqual(troubles)
  })
})

describe('work inside', () => {
  const nights = stay(1, '2026-03-06', '2026-03-08')
  test.each<[string, Partial<SeenPlace>, boolean]>([
    [
      'in the middle of a stay',
      { stays: [nights], visits: [visit(9, '2026-03-07', '09:00', '12:00')] },
      true,
    ],
    [
      'on the morning before they come',
      { stays: [nights], visits: [visit(9, '2026-03-06', '09:00', '12:00')] },
      false,
    ],
    [
      'with an hour left before they come',
      { stays: [nights], visits: [visit(9, '2026-03-06', '15:00', '20:00')] },
      false,
    ],
    [
      'with less than an hour left',
      { stays: [nights], visits: [visit(9, '2026-03-06', '15:30', '20:00')] },
      true,
    ],
    [
      'a short visit that just fits',
      { stays: [nights], visits: [visit(9, '2026-03-06', '15:30', '16:00')] },
      false,
    ],
    ['after they left', { stays: [nights], visits: [visit(9, '2026-03-08', '10:00', '12:00')] }, false],
    [
      'between two of one day',
      {
        stays: [nights, stay(2, '2026-03-08', '2026-03-09')],
        visits: [visit(9, '2026-03-08', '08:00', '20:00')],
      },
      false,
    ],
    [
      'done already',
      { stays: [nights], visits: [visit(9, '2026-03-07', '09:00', '12:00', { state: 'completed' })] },
      false,
    ],
    [
      'outside the house',
      { stays: [nights], visits: [visit(9, '2026-03-07', '09:00', '12:00', { serviceKey: 'lawn' })] },
      false,
    ],
    [
      'by the stay’s own time',
      {
        stays: [stay(1, '2026-03-06', '2026-03-08', { checkOutTime: localTime('14:00') })],
        visits: [visit(9, '2026-03-08', '11:00', '14:30')],
      },
      true,
    ],
  ])('%s', (_, place, isTrouble) => {
    expect(seen(place).some((trouble) => trouble.startsWith('visit'))).toBe(isTrouble)
  })

  test('by the clock of the place on the nights on which clocks change', () => {
    // Denver springs forward on March 8, back on November 1: 11:00 is 17:00Z before and after, 18:00Z in winter.
    const spring = stay(1, '2026-03-07', '2026-03-08')
    const until = (hourUtc: number, day: string) => {
      const endsAt = instant(Date.parse(`${day}T${hourUtc}:59:00Z`))
      const startsAt = instant(endsAt - HOUR_MS)
      return {
        startsAt,
        endsAt,
        serviceKey: 'turnover',
        id: toId<VisitId>(id(9)),
        state: 'scheduled' as const,
        date: localDate(day),
      }
    }
    expect(seen({ stays: [spring], visits: [until(17, '2026-03-08')] })).toContain(
      'visit_during_stay 2026-03-08',
    )
    expect(seen({ stays: [spring], visits: [until(18, '2026-03-08')] })).toEqual([])
    const autumn = stay(1, '2026-10-31', '2026-11-01')
    expect(seen({ stays: [autumn], visits: [until(18, '2026-11-01')] }, '2026-11-01')).toContain(
      'visit_during_stay 2026-11-01',
    )
    expect(seen({ stays: [autumn], visits: [until(19, '2026-11-01')] }, '2026-11-01')).toEqual([])
  })
})

test('what is over is nobody’s trouble any more', () => {
  const stays = [stay(1, '2026-03-02', '2026-03-06'), stay(2, '2026-03-04', '2026-03-09')]
  expect(seen({ stays }, '2026-03-01', '2026-03-05')).toEqual([
    'double_booked 2026-03-05',
    'no_turnover 2026-03-09',
  ])
})

test('no day before or after what was read changes what is seen', () => {
  const days = monthOf(localDate('2026-03-01'))
  const read = daysToRead(days)
  const near = fc.record({ from: fc.integer({ min: -60, max: 60 }), nights: fc.integer({ min: 1, max: 9 }) })
  const dateOf = (from: number): LocalDate => addDays(localDate('2026-03-15'), from)
  fc.assert(
    fc.property(
      fc.array(near, { maxLength: 12 }),
      fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 8 }),
      (all, cleaned) => {
        const stays = all.map(({ from, nights }, at) => stay(at + 1, dateOf(from), dateOf(from + nights)))
        const visits = cleaned.map((from, at) => visit(at + 100, dateOf(from), '11:00', '12:00'))
        const isRead = stays.filter(({ checkIn, checkOut }) => checkOut >= read.from && checkIn <= read.to)
        const isMade = visits.filter(({ date }) => date >= read.from && date <= read.to)
        const place = { zone: ZONE, hours: HOURS }
        expect(troublesOf({ ...place, stays: isRead, visits: isMade }, days, days.from)).toEqual(
          troublesOf({ ...place, stays, visits }, days, days.from),
        )
      },
    ),
  )
})
