/**
 * Calendars as platforms write them: shapes from the export pages' documentation of Airbnb, Vrbo, Booking.com and
 * Google, from RFC 5545's own examples, and from bugs of public readers (etesync-web #200, obsidian-ics #79). The days
 * are compared with what another reader makes of the same file.
 */
import nodeIcal from 'node-ical'
import { describe, expect, it, test } from 'vitest'
import { OWN_PRODUCT, ownUid } from '#domain/stays/own-events.ts'
import type { Platform } from '#domain/stays/stay.ts'
import { addDays, localDate } from '#domain/time.ts'
import { readCalendar } from './read-calendar.ts'

const TODAY = localDate('2026-03-02')
const ZONE = 'America/Denver'
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'PRODID:-//Somebody//EN', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const allDay = (from: string, to: string) => [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`]

function read(text: string | Uint8Array, platform: Platform = 'other') {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const found = readCalendar(body, { platform, zone: ZONE, today: TODAY })
  if ('fault' in found) throw new Error(found.fault)
  return found
}
function faultOf(body: Uint8Array | string): string | null {
  const found = readCalendar(Buffer.from(body), { platform: 'other', zone: ZONE, today: TODAY })
  return 'fault' in found ? found.fault : null
}

const AIRBNB = event(
  ...allDay('20260309', '20260312'),
  'SUMMARY:Reserved',
  'UID:1418fb94e984-0a9a91f1aa9c0a1e6f2cbc7bf0a4e7ee@airbnb.com',
  'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
  ' tails/HMABCDEFGH\\nPhone Number (Last 4 Digits): 1234',
)

describe('what platforms write', () => {
  test.each<[string, Platform, readonly string[], object]>([
    [
      'Airbnb, a guest',
      'airbnb',
      AIRBNB,
      { kind: 'stay', isGuess: false, platform: 'airbnb', code: 'HMABCDEFGH' },
    ],
    [
      'Airbnb, closed',
      'airbnb',
      event(...allDay('20260309', '20260312'), 'SUMMARY:Airbnb (Not available)', 'UID:a'),
      { kind: 'block', platform: null },
    ],
    [
      'Vrbo, a guest',
      'vrbo',
      event('UID:b', 'SUMMARY:Reserved - Ann', ...allDay('20260309', '20260312')),
      { kind: 'stay', isGuess: false, platform: 'vrbo' },
    ],
    [
      'Vrbo, closed',
      'vrbo',
      event('UID:c', 'SUMMARY:Blocked', ...allDay('20260309', '20260312')),
      { kind: 'block' },
    ],
    [
      'Booking.com, either',
      'booking',
      event(...allDay('20260309', '20260312'), 'UID:d', 'SUMMARY:CLOSED - Not available'),
      { kind: 'block', isGuess: true, platform: 'booking' },
    ],
    [
      'Google, with people',
      'google',
      event(
        ...allDay('20260309', '20260312'),
        'UID:e',
        'SUMMARY:Guest: Bo',
        'DESCRIPTION:Guests: 4\\nPets: 1',
      ),
      { kind: 'stay', platform: null, guests: 4, pets: 1 },
    ],
    [
      'the owner',
      'google',
      event(...allDay('20260309', '20260312'), 'UID:f', 'SUMMARY:Owner stay'),
      { kind: 'owner' },
    ],
    [
      'nobody knows',
      'google',
      event(...allDay('20260309', '20260312'), 'UID:g', 'SUMMARY:Smith'),
      { kind: 'stay', isGuess: true },
    ],
  ])('%s', (_name, platform, lines, expected) => {
    const { reports } = read(calendar(...lines), platform)
    expect(reports).toMatchObject([
      { checkIn: '2026-03-09', checkOut: '2026-03-12', checkInTime: null, ...expected },
    ])
  })
})

const DENVER = 'TZID=America/Denver'
const DAYS: readonly [string, readonly string[], readonly string[]][] = [
  ['whole days', event('UID:a', ...allDay('20260309', '20260312')), ['2026-03-09/2026-03-12']],
  ['one day without an end', event('UID:a', 'DTSTART;VALUE=DATE:20260309'), ['2026-03-09/2026-03-10']],
  ['a duration', event('UID:a', 'DTSTART;VALUE=DATE:20260309', 'DURATION:P3D'), ['2026-03-09/2026-03-12']],
  [
    'UTC, on the day before at the place',
    event('UID:a', 'DTSTART:20260310T010000Z', 'DTEND:20260312T170000Z'),
    ['2026-03-09/2026-03-12'],
  ],
  [
    'a named zone, over the change of clocks',
    event('UID:a', `DTSTART;${DENVER}:20260306T160000`, `DTEND;${DENVER}:20260309T100000`),
    ['2026-03-06/2026-03-09'],
  ],
  [
    'another zone',
    event(
      'UID:a',
      'DTSTART;TZID=America/New_York:20260310T013000',
      'DTEND;TZID=America/New_York:20260312T120000',
    ),
    ['2026-03-09/2026-03-12'],
  ],
  [
    'every week, one left out, one moved',
    [
      ...event(
        'UID:a',
        `DTSTART;${DENVER}:20260305T160000`,
        `DTEND;${DENVER}:20260307T100000`,
        'RRULE:FREQ=WEEKLY;COUNT=4',
        `EXDATE;${DENVER}:20260312T160000`,
      ),
      ...event(
        'UID:a',
        `RECURRENCE-ID;${DENVER}:20260319T160000`,
        `DTSTART;${DENVER}:20260320T160000`,
        `DTEND;${DENVER}:20260322T100000`,
      ),
    ],
    ['2026-03-05/2026-03-07', '2026-03-20/2026-03-22', '2026-03-26/2026-03-28'],
  ],
]

describe('days', () => {
  test.each(DAYS)('%s', (_name, lines, expected) => {
    const { reports } = read(calendar(...lines))
    expect(reports.map(({ checkIn, checkOut }) => `${checkIn}/${checkOut}`)).toEqual(expected)
  })

  test.each(DAYS.slice(0, 6))('another reader finds the same: %s', (_name, lines, expected) => {
    const day = (at: Date & { dateOnly?: boolean }) =>
      at.dateOnly === true
        ? `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
        : at.toLocaleDateString('sv-SE', { timeZone: ZONE })
    const found = Object.values(nodeIcal.sync.parseICS(calendar(...lines))).flatMap((each) =>
      each?.type === 'VEVENT' && each.end !== undefined ? [`${day(each.start)}/${day(each.end)}`] : [],
    )
    expect(found).toEqual(expected)
  })

  it('keeps the hours of those who name them', () => {
    const { reports } = read(
      calendar(...event('UID:a', 'DTSTART:20260310T230000Z', 'DTEND:20260312T170000Z')),
    )
    // Daylight saving began on 8 March: 23:00Z is 17:00.
    expect(reports).toMatchObject([{ checkInTime: '17:00', checkOutTime: '11:00' }])
  })
})

describe('what is no stay is counted by its reason', () => {
  test.each<[string, readonly string[]]>([
    ['over', event('UID:a', ...allDay('20250101', '20250103'))],
    ['far', event('UID:a', ...allDay('20290101', '20290103'))],
    ['too_long', event('UID:a', ...allDay('20260301', '20280101'))],
    ['own', event(`UID:${ownUid('7')}`, ...allDay('20260309', '20260312'))],
    ['cancelled', event('UID:a', 'STATUS:CANCELLED', ...allDay('20260309', '20260312'))],
    ['no_night', event('UID:a', 'DTSTART:20260309T170000Z', 'DTEND:20260309T190000Z')],
    ['unreadable', event('UID:a')],
    ['unreadable', event('UID:a', 'DTSTART;VALUE=DATE:2026AAAA')],
    // A reader that looks for the next 30 February looks until the end of days.
    ['repeats', event('UID:a', 'DTSTART;VALUE=DATE:20260301', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')],
    ['repeats', event('UID:a', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY')],
    ['repeats', event('UID:a', 'DTSTART;VALUE=DATE:19700101', 'RRULE:FREQ=DAILY')],
  ])('%s', (reason, lines) => {
    const { reports, ignored } = read(
      calendar(...event('UID:good', ...allDay('20260401', '20260402')), ...lines),
    )
    expect([reports.length, ignored]).toEqual([1, { [reason]: 1 }])
  })
})

test.each<[string, string, boolean]>([
  ['Reserved - Owner Smith', 'stay', false],
  ['Reserved - Blocked Bob', 'stay', false],
  ['Reservado: Cruz Cerrada', 'stay', false],
  ['Réservée - Aube Maintenance', 'stay', false],
  ['Reserved - Ann', 'stay', false],
  ['Reserved', 'stay', false],
  ['Reserved - Owner', 'owner', false],
  ['Reserved - owner stay', 'owner', false],
  ['Reserved: not available', 'block', false],
  ['Reservado - mantenimiento', 'block', false],
  ['Blocked: maintenance', 'block', false],
  ['Blocked - Reserved for us', 'block', false],
  ['Airbnb (Not available)', 'block', false],
  ['Smith family', 'stay', true],
])('%j is a %s, whatever its guests are called', (summary, kind, isGuess) => {
  const { reports } = read(
    calendar(...event('UID:a', `SUMMARY:${summary}`, ...allDay('20260309', '20260312'))),
    'vrbo',
  )
  expect(reports).toMatchObject([{ kind, isGuess }])
})

it('what could not be read is named, and what is cancelled is told with its days', () => {
  const { cancelled, unread } = read(
    calendar(
      ...event('UID:broken', 'DTSTART;VALUE=DATE:2026AAAA'),
      ...event('UID:endless', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'),
      ...event('UID:off', 'STATUS:CANCELLED', ...allDay('20260309', '20260312')),
      ...event('UID:past', ...allDay('20250309', '20250312')),
    ),
  )
  expect(unread).toEqual(['broken', 'endless'])
  expect(cancelled).toMatchObject([{ externalId: 'off', state: 'cancelled', checkIn: '2026-03-09' }])
})

it('one of many that share a name keeps its id when the others come and go', () => {
  const shared = (...days: readonly string[]) =>
    read(calendar(...days.flatMap((day) => event('UID:a', ...allDay(day, `${day.slice(0, 7)}9`)))))
      .reports.map(({ externalId }) => externalId)
      .toSorted()
  expect(shared('20260313', '20260323', '20260403').slice(1)).toEqual(shared('20260403', '20260323'))
})

it('what is written twice, as some do now and then, is one and keeps its id', () => {
  const once = event('UID:a', 'SUMMARY:Reserved', ...allDay('20260313', '20260315'))
  expect(read(calendar(...once, ...once)).reports).toEqual(read(calendar(...once)).reports)
})

/** So many stays of one night, each in so many days from April on. */
function nights(count: number, daysOf: (at: number) => number): string[] {
  const day = (days: number) => addDays(localDate('2026-04-01'), days).replaceAll('-', '')
  return Array.from({ length: count }, (_, at) =>
    event(`UID:${at}`, ...allDay(day(daysOf(at)), day(daysOf(at) + 1))),
  ).flat()
}

describe('repeats that are written down by the hundred thousand', () => {
  const day = (at: number) => addDays(localDate('2026-04-01'), at % 600).replaceAll('-', '')
  const lines = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at))
  test.each<[string, readonly string[]]>([
    ['days, one to a line', lines(120_000, (at) => `RDATE;VALUE=DATE:${day(at)}`)],
    ['days in one line', [`RDATE:${lines(300_000, (at) => `${day(at * 7)}T000000`).join(',')}`]],
    ['days left out', ['RRULE:FREQ=WEEKLY', ...lines(120_000, (at) => `EXDATE;VALUE=DATE:${day(at)}`)]],
    ['rules', lines(100_000, (at) => `RRULE:FREQ=DAILY;INTERVAL=${1 + (at % 366)}`)],
  ])('%s: are left, and nobody waits for them', (_how, repeats) => {
    const before = performance.now()
    const { reports, ignored } = read(
      calendar(
        ...event('UID:many', ...allDay('20260401', '20260402'), ...repeats),
        ...event('UID:good', ...allDay('20260501', '20260502'), 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ),
    )
    expect([reports.length, ignored]).toEqual([3, { repeats: 1 }])
    expect(performance.now() - before).toBeLessThan(8_000)
  })
})

describe('a file that is not whole says nothing', () => {
  const whole = calendar(...AIRBNB)
  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['nothing', ' \r\n'],
    ['page', '<!doctype html><html></html>'],
    ['no_calendar', '{"error":"gone"}'],
    ['half', whole.slice(0, -18)],
    ['half', whole.replace('END:VEVENT\r\n', '')],
    ['half', whole.slice(0, 150)],
    ['own', whole.replace('-//Somebody//EN', OWN_PRODUCT)],
    ['too_many_events', calendar(...nights(60, () => 0))],
    ['too_many_events', calendar(...nights(3_100, (at) => at % 700))],
    ['too_many_events', calendar(`${event('UID:a').join('\r\n')}\r\n`.repeat(100_000).trimEnd())],
  ])('%s', (fault, text) => expect(faultOf(text)).toBe(fault))

  it('but an empty one is whole', () => expect(read(calendar())).toMatchObject({ reports: [], ignored: {} }))
})

describe('letters and ids', () => {
  const named = (summary: string) =>
    calendar(...event('UID:a', `SUMMARY:${summary}`, ...allDay('20260309', '20260312')))
  test.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${named('Huésped')}`)],
    ['old Windows', Buffer.from(named('Huésped'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${named('Huésped')}`, 'utf16le')],
    ['lines that end with one letter', Buffer.from(named('Huésped').replaceAll('\r\n', '\n'))],
  ])('%s', (_name, body) => expect(read(body).reports).toMatchObject([{ kind: 'stay', isGuess: false }]))

  it('one id for many events is one for each of their days, and the later writing of one event counts', () => {
    const many = [
      ...event('UID:a', ...allDay('20260309', '20260310')),
      ...event('UID:a', ...allDay('20260401', '20260402')),
    ]
    expect(new Set(read(calendar(...many)).reports.map(({ externalId }) => externalId)).size).toBe(2)
    const twice = [
      ...event('UID:a', 'SEQUENCE:2', ...allDay('20260311', '20260312')),
      ...event('UID:a', 'SEQUENCE:1', ...allDay('20260309', '20260310')),
    ]
    expect(read(calendar(...twice)).reports).toMatchObject([{ checkIn: '2026-03-11' }])
  })
})
