/**
 * The files of data/feeds: what we make of each beside a table written by hand, and its days beside what a reader makes
 * of them that is not ours. Where the two differ on purpose, the table says so.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import nodeIcal, { type DateWithTimeZone, type VEvent } from 'node-ical'
import { describe, expect, it, test } from 'vitest'
import type { Ignored } from '#domain/stays/calendar.ts'
import type { Platform } from '#domain/stays/stay.ts'
import { localDate } from '#domain/time.ts'
import { readCalendar } from './read-calendar.ts'

const FOLDER = join(import.meta.dirname, '../../../data/feeds')
const ZONE = 'America/Denver'
/** However wrong a file is, the server does other things soon. */
const PATIENCE_MS = 5_000

type Expected = {
  readonly platform: Platform
  /** Check-in, check-out, kind (with `?` for a guess), and what else it tells. */
  readonly stays: readonly string[]
  readonly ignored?: Readonly<Partial<Record<Ignored, number>>>
  /** What the other reader takes otherwise, by what it says. */
  readonly otherwise?: readonly string[]
}

const FILES: Readonly<Record<string, Expected>> = {
  'abritel.ics': { platform: 'vrbo', stays: ['03-09 03-16 stay', '03-20 03-24 block'] },
  'airbnb.ics': {
    platform: 'airbnb',
    stays: [
      '02-20 02-24 stay HMQA7ZK2PD',
      '03-06 03-09 stay HMQB3XW8LE',
      '03-09 03-12 stay HMQC9RT4VN',
      '04-01 04-05 block',
      '09-02 2027-03-02 block',
    ],
  },
  'airbnb-2022.ics': { platform: 'airbnb', stays: ['03-05 03-12 stay HMRD5KJ6WS', '03-18 03-20 block'] },
  'booking.ics': {
    platform: 'booking',
    stays: ['03-02 03-04 block?', '03-10 03-11 block?', '03-11 03-14 stay'],
    ignored: { too_long: 1 },
    otherwise: ['2027-01-03 2028-04-01'],
  },
  'google.ics': {
    platform: 'google',
    stays: [
      '03-06 03-09 stay guests:4 pets:1',
      '03-11 16:00 03-14 11:00 stay',
      '03-18 03-22 owner',
      '03-26 16:00 03-28 10:00 stay',
      '04-10 16:00 04-12 10:00 owner',
      '04-16 16:00 04-18 10:00 stay',
      '04-23 16:00 04-25 10:00 stay',
    ],
    ignored: { cancelled: 1, no_night: 1 },
    otherwise: ['05-04 05-04', '06-01 06-05'],
  },
  'hospitable.ics': {
    platform: 'hospitable',
    stays: ['03-06 16:00 03-09 10:00 stay guests:5', '04-01 16:00 04-03 10:00 stay guests:2'],
  },
  'icloud.ics': {
    platform: 'other',
    stays: ['03-06 03-09 stay', '03-20 15:00 03-23 11:00 stay'],
  },
  'joined.ics': { platform: 'other', stays: ['03-06 03-09 stay', '03-20 03-22 stay'] },
  'lodgify.ics': { platform: 'other', stays: ['03-09 03-13 stay', '03-20 03-22 block'] },
  'odd.ics': {
    platform: 'other',
    stays: [
      '03-09 23:00 03-12 10:00 stay',
      '03-20 03-23 stay',
      '04-01 04-02 block',
      '04-10 04-12 stay',
      '04-12 04-15 stay',
      '04-20 04-22 stay',
      '05-06 05-08 stay',
      '06-03 06-05 stay',
      '07-01 07-03 stay',
      '08-01 08-03 stay',
    ],
  },
  'outlook.ics': {
    platform: 'other',
    stays: [
      '03-07 16:00 03-10 10:00 stay',
      '03-15 03-18 stay guests:6',
      '03-19 23:00 03-22 10:00 stay',
      '04-02 23:00 04-05 10:00 stay',
    ],
  },
  'outlook-no-zones.ics': {
    platform: 'other',
    stays: ['03-07 23:00 03-11 10:00 stay', '03-20 16:00 03-22 23:30 stay', '04-01 23:00 04-04 10:00 stay'],
  },
  'own-site.ics': {
    platform: 'other',
    stays: [
      '03-10 03-13 stay',
      '03-20 03-23 stay guests:3',
      '04-01 04-04 stay',
      '05-01 16:00 05-03 10:00 stay',
    ],
    ignored: { no_night: 1 },
  },
  'ownerrez.ics': {
    platform: 'other',
    stays: ['03-06 16:00 03-09 10:00 stay guests:5', '04-01 04-04 block', '04-10 04-12 owner'],
  },
  'smoobu.ics': {
    platform: 'other',
    stays: ['03-10 03-12 stay', '03-12 03-14 block'],
    ignored: { cancelled: 1 },
    otherwise: ['03-20 03-21'],
  },
  'vrbo.ics': { platform: 'vrbo', stays: ['03-13 03-16 stay', '03-20 03-27 stay', '04-01 04-05 block'] },
}

function bytesOf(file: string): Buffer {
  return readFileSync(join(FOLDER, file))
}

function read(body: Uint8Array, platform: Platform) {
  return readCalendar(body, { platform, zone: ZONE, today: localDate('2026-03-02') })
}

const short = (text: string | null) => text?.replace(/^2026-/, '')

function staysIn(body: Uint8Array, platform: Platform) {
  const found = read(body, platform)
  if ('fault' in found) return { fault: found.fault }
  const stays = found.reports.map((each) =>
    [
      short(each.checkIn),
      each.checkInTime,
      short(each.checkOut),
      each.checkOutTime,
      `${each.kind}${each.isGuess ? '?' : ''}`,
      each.code,
      each.guests === null ? null : `guests:${each.guests}`,
      each.pets === null ? null : `pets:${each.pets}`,
    ]
      .filter((part) => part !== null)
      .join(' '),
  )
  return { stays: stays.toSorted(), ignored: found.ignored }
}

function daysOfOther(body: Buffer): string[] {
  const events = Object.values(nodeIcal.sync.parseICS(body.toString())).filter(
    (each): each is VEvent => each?.type === 'VEVENT',
  )
  const window = { from: new Date('2026-02-01T00:00:00Z'), to: new Date('2027-12-31T00:00:00Z') }
  return events.flatMap((event) =>
    nodeIcal.expandRecurringEvent(event, window).map(({ start, end }) => `${dayOf(start)} ${dayOf(end)}`),
  )
}

function dayOf(at: DateWithTimeZone & { dateOnly?: boolean }): string | undefined {
  const zone = at.dateOnly === true ? undefined : ZONE
  return short(at.toLocaleDateString('sv-SE', zone === undefined ? {} : { timeZone: zone }))
}

describe('what platforms write', () => {
  it('every file has its table', () => {
    const there = readdirSync(FOLDER).filter((name) => name.endsWith('.ics'))
    expect(there.toSorted()).toEqual(Object.keys(FILES).toSorted())
  })

  test.each(Object.entries(FILES))('%s', (file, { platform, stays, ignored = {} }) => {
    expect(staysIn(bytesOf(file), platform)).toEqual({ stays: stays.toSorted(), ignored })
  })

  /** Not for another reader: what their makers left out, or what this one has another opinion of. */
  const OURS = new Set([
    // It reads the first of a joined file's calendars, one event of those that share a name, and no days that are added.
    'joined.ics',
    'odd.ics',
    // It stops at a line without a name, and has days of UTC where days are meant.
    'own-site.ics',
  ])
  test.each(Object.entries(FILES).filter(([file]) => !OURS.has(file)))(
    'another reader finds the same days: %s',
    (file, { stays, otherwise = [] }) => {
      const days = stays.map(
        (each) =>
          each
            .match(/(?:2027-)?\d\d-\d\d\b/g)
            ?.slice(0, 2)
            .join(' ') ?? '',
      )
      expect(daysOfOther(bytesOf(file)).toSorted()).toEqual([...days, ...otherwise].toSorted())
    },
  )
})

describe('what nobody means, or means ill', () => {
  const one = { stays: ['03-06 03-09 stay'] }
  const HOSTILE: Readonly<Record<string, object>> = {
    'binary.ics': { fault: 'no_calendar' },
    'calendar-without-events.ics': { stays: [], ignored: {} },
    'captcha.ics': { fault: 'page' },
    'contacts.ics': { fault: 'no_calendar' },
    'cut-before-last-letter.ics': { fault: 'half' },
    'cut-between-events.ics': { fault: 'half' },
    'cut-in-event.ics': { fault: 'half' },
    'empty.ics': { fault: 'nothing' },
    'error.json.ics': { fault: 'no_calendar' },
    'login-page.ics': { fault: 'page' },
    'names.ics': { stays: [...one.stays, '03-20 03-22 stay'], ignored: {} },
    'old-windows-letters.ics': { ...one, ignored: {} },
    'repeats.ics': { ...one, ignored: { repeats: 4 } },
    'rule-of-nothing.ics': { fault: 'unreadable' },
    'utf-16.ics': { ...one, ignored: {} },
    'warning-first.ics': { fault: 'no_calendar' },
    'years.ics': { ...one, ignored: { too_long: 1, unreadable: 3 } },
  }

  it('every file has its answer', () => {
    expect(readdirSync(join(FOLDER, 'hostile')).toSorted()).toEqual(Object.keys(HOSTILE).toSorted())
  })

  test.each(Object.entries(HOSTILE))('%s', (file, expected) => {
    expect(staysIn(bytesOf(`hostile/${file}`), 'other')).toEqual(expected)
  })

  test('wherever a whole file is cut, it says nothing', () => {
    const whole = bytesOf('airbnb.ics')
    const end = whole.toString().trimEnd().length
    for (let at = 0; at < end; at += 1) expect(read(whole.subarray(0, at), 'airbnb')).toHaveProperty('fault')
  })

  const calendar = (...lines: readonly string[]) =>
    `BEGIN:VCALENDAR\nVERSION:2.0\n${lines.join('\n')}\nEND:VCALENDAR\n`
  const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'].join('\n')
  const zone = (rule: string) =>
    `BEGIN:VTIMEZONE\nTZID:Mine\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:-0700\nRRULE:${rule}\nEND:STANDARD\nEND:VTIMEZONE`
  const inMine = event('DTSTART;TZID=Mine:20260306T160000', 'DTEND;TZID=Mine:20260309T100000')
  const day = 'DTSTART;VALUE=DATE:20260306'
  test.each<[string, () => string]>([
    ['a zone whose clocks change every second', () => calendar(zone('FREQ=SECONDLY'), inMine)],
    ['a zone whose clocks never change', () => calendar(zone('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), inMine)],
    [
      'a zone in the far future',
      () =>
        calendar(
          zone('FREQ=YEARLY'),
          event('DTSTART;TZID=Mine:98990306T160000', 'DTEND;TZID=Mine:99990309T100000'),
        ),
    ],
    ['a length without end', () => calendar(event('DTSTART:20260306T000000Z', 'DURATION:PT99999999999999S'))],
    [
      'a change of a repeat that never ends',
      () =>
        calendar(
          event(day, 'RRULE:FREQ=DAILY;COUNT=5'),
          event(
            'RECURRENCE-ID;VALUE=DATE:20260307',
            'DTSTART:20260306T000000Z',
            'DURATION:PT99999999999999S',
          ),
        ),
    ],
    [
      'a month that is left out for ever',
      () => calendar(event(day, 'RRULE:FREQ=MONTHLY;INTERVAL=12;BYMONTH=2')),
    ],
    ['steps of nothing', () => calendar(event(day, 'RRULE:FREQ=DAILY;INTERVAL=0'))],
    ['10,000 events of one name', () => calendar(`${event(day)}\n`.repeat(9_999))],
    ['parameters without end', () => calendar(event(day, `DESCRIPTION;${'X=";'.repeat(500_000)}`))],
    ['a line of megabytes', () => calendar(event(day, `DESCRIPTION:${'a'.repeat(4_500_000)}`))],
    ['a text over 400,000 lines', () => calendar(event(day, 'SUMMARY:a', 'over run\n'.repeat(400_000)))],
    ['boxes in boxes', () => calendar('BEGIN:X\n'.repeat(50_000) + 'END:X\n'.repeat(50_000))],
    ['300,000 days left out', () => calendar(event(day, `EXDATE:${'20260307,'.repeat(300_000)}20260307`))],
  ])('%s takes no time', (_name, text) => {
    const body = Buffer.from(text())
    const startedAt = performance.now()
    read(body, 'other')
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS)
  })

  test('what is packed is not unpacked', () => {
    expect(read(gzipSync(Buffer.alloc(50_000_000)), 'other')).toEqual({ fault: 'no_calendar' })
  })
})
