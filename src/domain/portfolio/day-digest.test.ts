import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Id, toId, type PropertyId, type StayId, type VisitId } from '../ids.ts'
import type { Stay } from '../stays/stay.ts'
import {
  addDays,
  dateAt,
  HOUR_MS,
  type Instant,
  instantAt,
  localDate,
  localTime,
  parseInstant,
  timeAt,
} from '../time.ts'
import {
  type DigestPlace,
  type DigestVisit,
  daysOfDigest,
  digestOf,
  isNothing,
  isTooLate,
  nextDigestAt,
} from './day-digest.ts'

const DENVER = 'America/Denver'
const TODAY = localDate('2026-03-04')
const NOW = instantAt(TODAY, localTime('07:00'), DENVER)
const id = <Named extends Id<string>>(n: number) =>
  toId<Named>(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

function visitOf(n: number, more: Partial<DigestVisit> = {}): DigestVisit {
  const date = more.date ?? TODAY
  return {
    id: id<VisitId>(n),
    serviceKey: 'bins',
    date,
    startsAt: instantAt(date, localTime('09:00'), DENVER),
    endsAt: instantAt(date, localTime('11:00'), DENVER),
    state: 'confirmed',
    crewName: 'Marta Ruiz',
    isDoorShut: false,
    hasQuestion: false,
    ...more,
  }
}

function stayOf(n: number, from: number, nights: number, more: Partial<Stay> = {}): Stay {
  return {
    id: id<StayId>(n),
    propertyId: id<PropertyId>(1),
    kind: 'stay',
    isGuess: false,
    state: 'booked',
    checkIn: addDays(TODAY, from),
    checkOut: addDays(TODAY, from + nights),
    checkInTime: null,
    checkOutTime: null,
    guests: 2,
    pets: null,
    platform: null,
    code: null,
    ...more,
  }
}

function placeOf(more: Partial<DigestPlace>): DigestPlace {
  return {
    id: id<PropertyId>(1),
    name: 'Elm House',
    plansTurnovers: true,
    zone: DENVER,
    hours: { checkInTime: localTime('16:00'), checkOutTime: localTime('11:00') },
    stays: [],
    visits: [],
    silences: [],
    ...more,
  }
}

const kindsAt = (place: DigestPlace) => digestOf([place], NOW).problems.map(({ kind }) => kind)

describe('the hour of a digest', () => {
  test.each([
    ['before the hour, the same day', '2026-03-04T13:59:00Z', 7, DENVER, '2026-03-04T14:00:00Z'],
    ['at the hour, the next day', '2026-03-04T14:00:00Z', 7, DENVER, '2026-03-05T14:00:00Z'],
    ['a day of 23 hours', '2026-03-07T15:00:00Z', 7, DENVER, '2026-03-08T13:00:00Z'],
    ['an hour that is skipped, the moment after', '2026-03-08T08:00:00Z', 2, DENVER, '2026-03-08T09:00:00Z'],
    ['an hour that comes twice, its first', '2026-11-01T06:30:00Z', 1, DENVER, '2026-11-01T07:00:00Z'],
    ['and not its second', '2026-11-01T07:00:00Z', 1, DENVER, '2026-11-02T08:00:00Z'],
    ['where the clocks never change', '2026-03-08T10:00:00Z', 7, 'America/Phoenix', '2026-03-08T14:00:00Z'],
    ['midnight', '2026-03-04T08:00:00Z', 0, DENVER, '2026-03-05T07:00:00Z'],
  ])('%s', (_what, after, hour, zone, expected) => {
    expect(nextDigestAt(hour, parseInstant(after), zone)).toBe(parseInstant(expected))
  })

  test('comes once a day, on each day, in any zone, all year', () => {
    const zones = fc.constantFrom(DENVER, 'America/Phoenix', 'Europe/Madrid', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 360 }),
        (zone, hour, day) => {
          const first = nextDigestAt(hour, (NOW + day * 24 * HOUR_MS) as Instant, zone)
          const second = nextDigestAt(hour, first, zone)
          expect(dateAt(second, zone)).toBe(addDays(dateAt(first, zone), 1))
          const shown = Number(timeAt(second, zone).slice(0, 2))
          expect([hour, hour + 1]).toContain(shown)
        },
      ),
    )
  })

  test('is over five hours later', () => {
    expect(isTooLate(NOW, (NOW + 5 * HOUR_MS) as Instant)).toBe(false)
    expect(isTooLate(NOW, (NOW + 5 * HOUR_MS + 1) as Instant)).toBe(true)
  })
})

describe('a day', () => {
  test('without anything is nothing, also next to other days', () => {
    const elsewhere = placeOf({
      visits: [
        visitOf(1, { date: addDays(TODAY, -1), state: 'completed' }),
        visitOf(2, { date: addDays(TODAY, 1) }),
        visitOf(3, { state: 'skipped' }),
        visitOf(4, { state: 'cancelled' }),
      ],
      stays: [stayOf(5, -2, 7), stayOf(6, 0, 2, { kind: 'block' }), stayOf(7, 0, 2, { state: 'cancelled' })],
    })
    expect(isNothing(digestOf([elsewhere], NOW))).toBe(true)
    expect(isNothing(digestOf([], NOW))).toBe(true)
  })

  test('is that of each place: at the same moment it is Thursday in Sydney', () => {
    const visits = [visitOf(1)]
    const inSydney = placeOf({ zone: 'Australia/Sydney', visits })
    const evening = instantAt(TODAY, localTime('19:00'), DENVER)
    expect(digestOf([placeOf({ visits }), inSydney], evening).visits).toHaveLength(1)
  })

  test('lists visits by their time over all places, who leaves and who comes', () => {
    const later = { startsAt: instantAt(TODAY, localTime('13:00'), DENVER) }
    const first = placeOf({ visits: [visitOf(1, later)], stays: [stayOf(5, -3, 3), stayOf(6, 0, 2)] })
    const second = placeOf({ id: id<PropertyId>(2), name: 'Oak House', visits: [visitOf(2)] })
    const day = digestOf([first, second], NOW)
    expect(day.visits.map(({ visit, place }) => `${place.name} ${visit.id.slice(-1)}`)).toEqual([
      'Oak House 2',
      'Elm House 1',
    ])
    expect(day.leaving.map(({ stay }) => stay.id)).toEqual([id(5)])
    expect(day.coming.map(({ stay }) => stay.id)).toEqual([id(6)])
  })
})

describe('what needs the host', () => {
  test.each([
    ['a door that nobody opens', { isDoorShut: true, state: 'in_progress' }, ['door_shut']],
    ['the door before the question', { isDoorShut: true, hasQuestion: true }, ['door_shut']],
    ['a question', { hasQuestion: true }, ['question']],
    ['missed yesterday', { date: addDays(TODAY, -1), state: 'missed' }, ['missed']],
    ['missed the day before', { date: addDays(TODAY, -2), state: 'missed' }, []],
    ['nobody has it today', { crewName: null, state: 'scheduled' }, ['no_crew']],
    ['nobody has it tomorrow', { date: addDays(TODAY, 1), crewName: null, state: 'scheduled' }, ['no_crew']],
    ['nobody has it the day after', { date: addDays(TODAY, 2), crewName: null, state: 'scheduled' }, []],
    ['skipped, so nobody need have it', { crewName: null, state: 'skipped' }, []],
  ] satisfies [string, Partial<DigestVisit>, string[]][])('%s', (_what, visit, expected) => {
    expect(kindsAt(placeOf({ visits: [visitOf(1, visit)] }))).toEqual(expected)
  })

  test('what is wrong among stays today and on the next two days, the rest later', () => {
    const soon = placeOf({ stays: [stayOf(5, 1, 3), stayOf(6, 2, 3)] })
    expect(kindsAt(soon)).toEqual(['double_booked'])
    expect(kindsAt(placeOf({ stays: [stayOf(5, 3, 3), stayOf(6, 4, 3)] }))).toEqual([])
    expect(kindsAt(placeOf({ stays: [stayOf(5, -2, 2)] }))).toEqual(['no_turnover'])
    expect(kindsAt(placeOf({ stays: [stayOf(5, -2, 2)], plansTurnovers: false }))).toEqual([])
  })

  test.each([
    ['guests come today', [stayOf(5, 0, 2)], 'silent_before_guests', TODAY],
    ['guests come the day after tomorrow', [stayOf(5, 2, 2)], 'silent_before_guests', addDays(TODAY, 2)],
    ['guests come later', [stayOf(5, 3, 2)], 'silent', TODAY],
    ['nobody comes', [], 'silent', TODAY],
    ['the owner closed the days', [stayOf(5, 1, 2, { kind: 'block' })], 'silent', TODAY],
    ['the nearest of two', [stayOf(5, 2, 2), stayOf(6, 1, 1)], 'silent_before_guests', addDays(TODAY, 1)],
  ] as const)('a calendar is silent: %s', (_what, stays, kind, date) => {
    const silences = [{ source: 'www.vrbo.com', since: (NOW - 99 * HOUR_MS) as Instant }]
    const { problems } = digestOf([placeOf({ stays: [...stays], silences, plansTurnovers: false })], NOW)
    expect(problems).toMatchObject([{ kind, date, silence: silences[0] }])
  })

  test.each([
    [1, [], false],
    [23, [], false],
    [24, [], true],
    [24, [stayOf(5, 2, 2)], false],
    [240, [stayOf(5, 2, 2)], false],
  ] as const)('silent for %i hours, it is nothing by itself: %j', (hours, stays, isOld) => {
    const silences = [{ source: 'www.vrbo.com', since: (NOW - hours * HOUR_MS) as Instant }]
    const day = digestOf([placeOf({ stays: [...stays], silences })], NOW)
    expect([day.problems.length, isNothing(day)]).toEqual([1, isOld])
  })

  test('the most urgent first, over all places', () => {
    const calm = placeOf({ stays: [stayOf(5, -2, 2)] })
    const shut = placeOf({ id: id<PropertyId>(2), visits: [visitOf(1, { isDoorShut: true })] })
    expect(digestOf([calm, shut], NOW).problems.map(({ kind }) => kind)).toEqual(['door_shut', 'no_turnover'])
  })
})

test('the days that are read hold the days of a digest in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', DENVER),
      fc.nat(400),
      (zone, hours) => {
        const now = (NOW + hours * HOUR_MS) as Instant
        const { from, to } = daysOfDigest(now)
        expect(from <= addDays(dateAt(now, zone), -1)).toBe(true)
        expect(to >= addDays(dateAt(now, zone), 2)).toBe(true)
      },
    ),
  )
})
