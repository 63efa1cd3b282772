/**
 * Calendars of the demo city's rentals, answered here and never asked for outside, so that the demo stands without a
 * network. One rental has three: guests of two platforms who now and then want the same night, and a third platform that
 * has gone silent. Two others have one each.
 */
import { keysOf } from '#domain/keys.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  daysBetween,
  type Instant,
  type LocalDate,
  localDate,
} from '#domain/time.ts'
import type { Clock } from '../clock/port.ts'
import type { FeedReader } from './port.ts'

export const DEMO_FEEDS = {
  airbnb: 'https://www.airbnb.com/calendar/ical/crew-demo-7731.ics',
  vrbo: 'https://www.vrbo.com/icalendar/crew-demo-5210.ics',
  booking: 'https://ical.booking.com/v1/export/crew-demo-0946.ics',
  loft: 'https://www.airbnb.com/calendar/ical/crew-demo-8842.ics',
  bungalow: 'https://www.vrbo.com/icalendar/crew-demo-6631.ics',
} as const

export type DemoFeed = keyof typeof DEMO_FEEDS
/** Days of a cycle. */
type Span = readonly [from: number, to: number]

/** A Monday, from which cycles are counted: a stay is the same one whenever it is read. */
const FIRST_DAY = localDate('2026-01-05')
const CYCLE_DAYS = 14
/** In one of so many cycles both platforms sold the same nights. */
const DOUBLE_BOOKED_EVERY = 8
const PAST_DAYS = 30
const AHEAD_DAYS = 150

/** Every other address goes on to `outside`. Booking.com's knows nothing from `goneFrom` on. */
export function withDemoFeeds(
  outside: FeedReader,
  { clock, goneFrom }: { readonly clock: Clock; readonly goneFrom: Instant },
): FeedReader {
  const feedAt = new Map<string, DemoFeed>(keysOf(DEMO_FEEDS).map((feed) => [DEMO_FEEDS[feed], feed]))
  return {
    read: async (request) => {
      const feed = feedAt.get(request.url)
      if (feed === undefined) return outside.read(request)
      const now = clock.now()
      if (feed === 'booking' && now >= goneFrom)
        return { state: 'failed', fault: 'not_there', retryAfterSeconds: null }
      const today = dateAt(now, DEFAULT_TIME_ZONE)
      const etag = `"${today}"`
      if (request.etag === etag) return { state: 'same' }
      return { state: 'read', body: Buffer.from(calendarOf(feed, today)), etag, lastModified: null }
    },
  }
}

/** What stands in that calendar, for whoever else tells of the same guests. */
export function demoStays(feed: DemoFeed, today: LocalDate) {
  return cyclesAround(today).flatMap((cycle) =>
    spansOf(feed, cycle).map((span) => {
      const [from, to] = span.map((index) => addDays(FIRST_DAY, cycle * CYCLE_DAYS + index))
      const platform = PLATFORM_OF[feed]
      return { from: from!, to: to!, platform, code: platform === 'airbnb' ? codeOf(cycle, span) : null }
    }),
  )
}

/** By the names that a channel manager gives them. */
const PLATFORM_OF = {
  airbnb: 'airbnb',
  loft: 'airbnb',
  vrbo: 'homeaway',
  bungalow: 'homeaway',
  booking: 'booking',
} as const satisfies Readonly<Record<DemoFeed, string>>

function cyclesAround(today: LocalDate): number[] {
  const at = daysBetween(FIRST_DAY, today)
  const first = Math.floor((at - PAST_DAYS) / CYCLE_DAYS)
  const count = Math.ceil((PAST_DAYS + AHEAD_DAYS) / CYCLE_DAYS)
  return Array.from({ length: count }, (_, index) => first + index)
}

function calendarOf(feed: DemoFeed, today: LocalDate): string {
  const events = cyclesAround(today).flatMap((cycle) =>
    spansOf(feed, cycle).map((span) => eventOf(feed, cycle, span)),
  )
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Demo ${feed}//EN`, ...events.flat()]
  return `${[...lines, 'END:VCALENDAR'].join('\r\n')}\r\n`
}

function spansOf(feed: DemoFeed, cycle: number): readonly Span[] {
  switch (feed) {
    case 'airbnb':
      return [
        [0, 3],
        [3, 7],
      ]
    case 'vrbo':
      return [[isDoubleBooked(cycle) ? 6 : 8, 12]]
    case 'booking':
      return [[12, 14]]
    case 'loft':
      return [
        [1, 5],
        [8, 11],
      ]
    case 'bungalow':
      return [
        [4, 9],
        [11, 13],
      ]
  }
}

/** Always one or two within the months that hosts see. */
function isDoubleBooked(cycle: number): boolean {
  return ((cycle % DOUBLE_BOOKED_EVERY) + DOUBLE_BOOKED_EVERY) % DOUBLE_BOOKED_EVERY === 5
}

function codeOf(cycle: number, [from]: Span): string {
  return `HM${String(Math.abs(cycle * CYCLE_DAYS + from)).padStart(6, 'C')}XQ`
}

function eventOf(feed: DemoFeed, cycle: number, [from, to]: Span): string[] {
  const day = (index: number) => addDays(FIRST_DAY, cycle * CYCLE_DAYS + index).replaceAll('-', '')
  const code = codeOf(cycle, [from, to])
  const airbnb = [
    'SUMMARY:Reserved',
    `DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/${code}`,
  ]
  const vrbo = ['SUMMARY:Reserved - Vrbo guest', `DESCRIPTION:Guests: ${2 + (Math.abs(cycle) % 4)}`]
  const words = { airbnb, vrbo, booking: ['SUMMARY:Reserved'], loft: airbnb, bungalow: vrbo }[feed]
  return [
    'BEGIN:VEVENT',
    `UID:${feed}-${day(to)}@demo`,
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    ...words,
    'END:VEVENT',
  ]
}
