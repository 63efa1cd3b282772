/** Read by two parsers that are not ours. */
import fc from 'fast-check'
import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { toId, type VisitId } from '../ids.ts'
import { dateAt, type Instant, instant, localDate, offsetMinutesAt, parseInstant, timeAt } from '../time.ts'
import { type CalendarEvent, calendarText } from './calendar-text.ts'
import { ownUid } from '../stays/own-events.ts'
import { icalText, writeLines } from './ical-lines.ts'
import { mendLines } from './content-lines.ts'
import { zoneLines } from './zone-lines.ts'
import { zoneNamed } from './zone-names.ts'

const VISIT = toId<VisitId>('6f1d4a52-8f1a-4c55-9f0f-2a4f6f7d9e10')

const event = (changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: ownUid(VISIT),
  sequence: 3,
  revisedAt: parseInstant('2026-03-01T10:00:00Z'),
  title: 'Bins',
  details: 'Confirmed',
  where: '1 Main St',
  at: { lat: 39.7392, lng: -104.9903 },
  url: 'https://crew.test/visit/1',
  status: 'confirmed',
  takesTime: false,
  date: localDate('2026-03-09'),
  hours: { startsAt: parseInstant('2026-03-09T13:00:00Z'), endsAt: parseInstant('2026-03-09T15:00:00Z') },
  zone: 'America/Denver',
  ...changes,
})

const written = (...events: CalendarEvent[]) => calendarText({ name: 'Crew · All', events })

function readEvent(text: string) {
  const found = Object.values(nodeIcal.parseICS(text)).find((each) => each?.type === 'VEVENT')
  if (found?.type !== 'VEVENT') throw new Error('no event')
  return found
}

describe('lines', () => {
  test('however long and in whichever script, no line is longer than 75 octets and nothing is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const value = icalText(text)
        const folded = writeLines([['SUMMARY', value]])
        expect(folded.replaceAll('\r\n ', '')).toBe(`SUMMARY:${value}\r\n`)
        for (const line of folded.split('\r\n')) {
          const octets = new TextEncoder().encode(line)
          expect(octets.length).toBeLessThanOrEqual(75)
          expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)).toBe(line)
        }
      }),
    )
  })

  test.each([
    ['a comma, and; a \\ stroke', 'a comma, and; a \\ stroke'],
    ['two\r\nlines', 'two\nlines'],
    ['BEGIN:VEVENT\nEND:VCALENDAR', 'BEGIN:VEVENT\nEND:VCALENDAR'],
    ['bell\u0007 and nul\u0000', 'bell and nul'],
    ['Casa «Ñandú» 🏠', 'Casa «Ñandú» 🏠'],
  ])('%j is read again as %j', (given, read) => {
    const text = written(event({ title: given, details: given }))
    expect(readEvent(text)).toMatchObject({ summary: read, description: read })
    const parsed = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(parsed.map((each) => each.getFirstPropertyValue('summary'))).toEqual([read])
  })
})

describe('zones', () => {
  const ZONES = [
    'America/Denver',
    'America/Phoenix',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Europe/Dublin',
    'Africa/Casablanca',
    'America/St_Johns',
    'Pacific/Kiritimati',
    'America/Sao_Paulo',
    'UTC',
  ]

  test.each(ZONES)('of %s every hour is where the tz database has it', (zone) => {
    const [from, to] = [2026, 2027]
    const component = new ICAL.Component(ICAL.parse(writeLines(zoneLines(zone, { from, to }))))
    const read = new ICAL.Timezone(component)
    const inRange = fc.integer({ min: Date.UTC(from, 0, 2) / 1000, max: Date.UTC(to, 11, 30) / 1000 })
    fc.assert(
      fc.property(inRange, (seconds) => {
        const at = instant(Math.floor(seconds / 60) * 60_000)
        const [year, month, day] = dateAt(at, zone).split('-').map(Number)
        const [hour, minute] = timeAt(at, zone).split(':').map(Number)
        const wall = ICAL.Time.fromData(
          { year: year!, month: month!, day: day!, hour: hour!, minute: minute! },
          read,
        )
        const offset = offsetMinutesAt(at, zone)
        // Within the hour that happens twice the wall clock alone does not say which.
        const isTwice = [-60, 60, -30, 30].some((near) => {
          const other = offsetMinutesAt(instant(at + near * 60_000), zone)
          return other !== offset
        })
        if (!isTwice) expect(read.utcOffset(wall) / 60).toBe(offset)
      }),
      { numRuns: 150 },
    )
  })

  test('clocks that follow a rule are one, which Outlook knows, and those that stand still have no summer', () => {
    expect(zoneLines('America/Denver', { from: 2026, to: 2027 })).toContainEqual([
      'RRULE',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    ])
    expect(zoneLines('Europe/Berlin', { from: 2026, to: 2027 })).toContainEqual([
      'RRULE',
      'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ])
    expect(zoneLines('America/Phoenix', { from: 2026, to: 2026 }).map(([name]) => name)).not.toContain(
      'RRULE',
    )
  })
})

describe('events', () => {
  test.each([
    // The morning before and after the clocks go forward, and back: 07:00 in Denver.
    ['2026-03-07T14:00:00Z', '2026-03-07'],
    ['2026-03-08T13:00:00Z', '2026-03-08'],
    ['2026-10-31T13:00:00Z', '2026-10-31'],
    ['2026-11-01T14:00:00Z', '2026-11-01'],
  ])('%s is read at the same instant', (iso, date) => {
    const startsAt = parseInstant(iso)
    const hours = { startsAt, endsAt: instant(startsAt + 7_200_000) }
    const text = written(event({ date: localDate(date), hours }))
    expect(text).toContain(`DTSTART;TZID=America/Denver:${date.replaceAll('-', '')}T070000`)
    expect(readEvent(text).start.getTime()).toBe(startsAt)
  })

  test('an hour that happens twice is told in UTC, where the wall clock says too little', () => {
    const startsAt: Instant = parseInstant('2026-11-01T08:30:00Z')
    const text = written(
      event({ date: localDate('2026-11-01'), hours: { startsAt, endsAt: instant(startsAt + 3_600_000) } }),
    )
    expect(text).toContain('DTSTART:20261101T083000Z')
    expect(text).not.toContain('VTIMEZONE')
    expect(readEvent(text).start.getTime()).toBe(startsAt)
  })

  test('what may happen all day is a day, not 24 hours', () => {
    const read = readEvent(written(event({ hours: null, date: localDate('2026-03-08') })))
    expect(read.datetype).toBe('date')
    expect(read.start.toDateString()).toBe('Sun Mar 08 2026')
  })

  test('a cancelled visit says so and takes nobody’s time', () => {
    const read = readEvent(written(event({ status: 'cancelled', takesTime: true })))
    expect(read).toMatchObject({ status: 'CANCELLED', transparency: 'TRANSPARENT' })
    expect(read).toMatchObject({ uid: ownUid(VISIT), sequence: expect.anything() as unknown })
    expect(Number(read.sequence)).toBe(3)
  })

  test('a calendar without events is one', () => {
    expect(() => ICAL.parse(written())).not.toThrow()
  })
})

describe('lines of others', () => {
  test.each([
    ['a fold of either kind', 'SUMMARY:one\r\n  two\r\n\tthree', 'SUMMARY:one twothree'],
    ['lines that end otherwise', 'BEGIN:VEVENT \rUID:a\n\nEND:VEVENT', 'BEGIN:VEVENT\nUID:a\nEND:VEVENT'],
    ['a day that does not say so', 'DTSTART:20260310', 'DTSTART;VALUE=DATE:20260310'],
    ['a day that says that it is a moment', 'DTEND;VALUE=DATE-TIME:20260310', 'DTEND;VALUE=DATE:20260310'],
    ['a day with a zone', 'DTSTART;TZID="A/B":20260310', 'DTSTART;VALUE=DATE:20260310'],
    ['dashes in a day', 'DTSTART;VALUE=DATE:2026-03-10', 'DTSTART;VALUE=DATE:20260310'],
    ['dashes in a moment', 'DTSTART:2026-03-10T16:00:00Z', 'DTSTART:20260310T160000Z'],
    ['days that are left out', 'EXDATE:20260310,2026-03-11', 'EXDATE;VALUE=DATE:20260310,20260311'],
    ['a moment stays', 'DTSTART;TZID=America/Denver:20260310T160000', null],
    [
      'a text that ran over',
      'DESCRIPTION:one\nPhone: 1\ntwo; three\nUID:a',
      'DESCRIPTION:one\\nPhone: 1\\ntwo; three\nUID:a',
    ],
    ['the rest of what is no text', 'LAST-MODIFIED:\n20260301T000000Z\nUID:a', 'LAST-MODIFIED:\nUID:a'],
    ['a name that nobody knows, alone', 'MOOD:red\nUID:a', 'UID:a'],
    ['parameters without end', `SUMMARY;${'X=1;'.repeat(2_000)}:a\nUID:a`, 'UID:a'],
  ])('%s', (_name, written, expected) => expect(mendLines(written)).toBe(expected ?? written))

  test('what is written well says the same, and mending twice is mending once', () => {
    const text = written(event({ title: 'Bins, and more; \\ of it'.repeat(9) }))
    const unfolded = text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n').trimEnd()
    expect(mendLines(text)).toBe(unfolded)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('UID:a', ' b', 'x', 'DTSTART:20260310', 'SUMMARY:', 'X-A;b:c', ''), {
          maxLength: 12,
        }),
        (lines) => {
          const once = mendLines(lines.join('\n'))
          expect(mendLines(once)).toBe(once)
        },
      ),
    )
  })

  test.each([
    ['America/Denver', 'America/Denver'],
    ['Mountain Standard Time', 'America/Denver'],
    ['US Mountain Standard Time', 'America/Phoenix'],
    ['/freeassociation.sourceforge.net/America/New_York', 'America/New_York'],
    ['/citadel.org/20210210_1/America/Indiana/Knox', 'America/Indiana/Knox'],
    ['/', null],
    ['Mine', null],
    ['constructor', null],
  ])('the zone of %s', (name, expected) => expect(zoneNamed(name)).toBe(expected))
})
