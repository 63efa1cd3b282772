import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, parseInstant } from '../time.ts'
import { toId, type PropertyId } from '../ids.ts'
import { judgeArrival } from './arrival.ts'
import { type KnownRental, mergeMoves } from './merges.ts'
import { nextReading } from './reading-pace.ts'
import { placeOf, reportOf, type Reservation } from './reservations.ts'
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

describe('field 33: rentals that became one', () => {
  const place = (digit: number) => toId<PropertyId>(`00000000-0000-4000-8000-00000000000${digit}`)
  const rental = (hospitableId: string, more: Partial<KnownRental> = {}): KnownRental => ({
    hospitableId,
    propertyId: null,
    mergedInto: null,
    isGone: false,
    ...more,
  })
  const merged = (into: string) => ({ propertyId: place(1), mergedInto: into, isGone: true })

  test.each<[string, KnownRental[], [string, string][]]>([
    ['take their place along', [rental('a', merged('b')), rental('b')], [['a', 'b']]],
    ['wait while the new one is on no list', [rental('a', merged('b'))], []],
    [
      'wait while the old one is still listed',
      [rental('a', { ...merged('b'), isGone: false }), rental('b')],
      [],
    ],
    [
      'leave a rental that is a place already',
      [rental('a', merged('b')), rental('b', { propertyId: place(2) })],
      [],
    ],
    [
      'of no place of ours move nothing',
      [rental('a', { ...merged('b'), propertyId: null }), rental('b')],
      [],
    ],
    [
      'merged twice end at the last',
      [rental('a', merged('b')), rental('b', { mergedInto: 'c', isGone: true }), rental('c')],
      [['a', 'c']],
    ],
    [
      'merged in a circle lead nowhere',
      [rental('a', merged('b')), rental('b', { ...merged('a'), propertyId: null })],
      [],
    ],
    [
      'of two places, one follows and the other waits',
      [rental('a', merged('c')), rental('b', { ...merged('c'), propertyId: place(2) }), rental('c')],
      [['a', 'c']],
    ],
  ])('%s', (_what, rentals, moves) => {
    expect(mergeMoves(rentals).map(({ from, to }) => [from, to])).toEqual(moves)
  })
})

test.each([
  [0, 24 * HOUR_MS],
  [1, 15 * MINUTE_MS],
  [2, 30 * MINUTE_MS],
  [5, 4 * HOUR_MS],
  [6, 6 * HOUR_MS],
  [1000, 6 * HOUR_MS],
])('after %i readings that failed, the next one is %i ms later', (failures, ms) => {
  expect(nextReading(failures, NOW)).toBe(after(ms))
})

describe('what a reservation says of a stay', () => {
  const reservation: Reservation = {
    id: 'r',
    platform: 'airbnb',
    code: 'HM1',
    rentalIds: ['a'],
    category: 'accepted',
    checkIn: '2026-12-10T16:00:00-06:00',
    checkOut: '2026-12-14T11:00:00-06:00',
    guests: 2,
    pets: 0,
  }
  const report = (more: Partial<Reservation>, zone = 'America/Denver') =>
    reportOf({ ...reservation, ...more }, zone)

  test.each([
    ['2026-12-14T11:00:00-06:00', '2026-12-14', '11:00'],
    ['2026-12-14T11:00:00-0700', '2026-12-14', '11:00'],
    ['2026-12-14T11:00:00', '2026-12-14', '11:00'],
    ['2026-12-14T18:00:00Z', '2026-12-14', '11:00'],
    ['2026-12-15T05:30:00.000Z', '2026-12-14', '22:30'],
  ])('field 5: %s is %s at %s of the place', (checkOut, date, time) => {
    expect(report({ checkOut })).toMatchObject({ checkOut: date, checkOutTime: time })
  })

  test.each(['', '2026-12-14', '2026-02-30T11:00:00Z', '2026-12-10T18:00:00-06:00', 'tomorrow'])(
    'a check-out of %j is none',
    (checkOut) => {
      expect(report({ checkOut })).toBeNull()
    },
  )

  test.each([
    ['accepted', 'booked'],
    ['request', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['not accepted', 'cancelled'],
    ['unknown', 'cancelled'],
    ['a word of tomorrow', 'cancelled'],
  ])('%s is %s', (category, state) => {
    expect(report({ category })?.state).toBe(state)
  })

  test.each([
    ['airbnb', 'airbnb'],
    ['homeaway', 'vrbo'],
    ['booking', 'booking'],
    ['direct', 'direct'],
    ['manual', 'other'],
    ['constructor', 'other'],
  ])('%s is %s', (platform, ours) => {
    expect(report({ platform })?.platform).toBe(ours)
  })
})

describe('field 33: the place of a reservation', () => {
  const place = (digit: number) => toId<PropertyId>(`00000000-0000-4000-8000-00000000000${digit}`)
  const house = { hospitableId: 'house', parentId: null, propertyId: place(1) }
  const room = { hospitableId: 'room', parentId: 'house', propertyId: place(2) }

  test.each([
    [['house'], place(1)],
    [['room'], place(2)],
    [['room', 'house'], place(1)],
    [['house', 'room'], place(1)],
    [['elsewhere'], null],
    [[], null],
  ])('of %j is one', (rentalIds, propertyId) => {
    expect(placeOf(rentalIds, [room, house])).toBe(propertyId)
  })

  test('is the room where the house is none of ours', () => {
    expect(placeOf(['room', 'house'], [room])).toBe(place(2))
  })
})
