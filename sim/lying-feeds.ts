/**
 * The calendars of the platforms as the product reads them: mostly the truth, also turned round and said twice, with the
 * other platform's nights closed and our own visits given back; and now and then a page, half a file, nothing, or a hole.
 */
import { ownUid } from '#domain/stays/own-events.ts'
import { addDays, dateAt, type LocalDate, timeAt } from '#domain/time.ts'
import type { Clock } from '#server/ports/clock/port.ts'
import type { FeedAnswer, FeedReader } from '#server/ports/feeds/port.ts'
import type { Chance } from './chance.ts'
import {
  type Booking,
  booked,
  type Channel,
  codeOf,
  noteTruth,
  type Outside,
  type Rental,
} from './outside.ts'

const LIES = ['page', 'half', 'empty', 'nothing', 'gone', 'slow', 'hole', 'damaged'] as const
type Lie = (typeof LIES)[number]

/** Of a reading; and of a day of a feed, on which it answers every second time. */
const LIES_AT = 0.15
const FLAPS_ON = 0.06
/** Two readings of the hours in which it flaps, then two good ones. */
const FLAP_HOURS = 4
const FORMS = ['plain', 'reordered', 'repeated'] as const

export function createLyingFeeds(
  outside: Outside,
  { chance, clock, zone }: { readonly chance: Chance; readonly clock: Clock; readonly zone: string },
): FeedReader {
  return {
    read: async ({ url, etag }) => {
      const found = outside.rentals.flatMap((rental) =>
        rental.channels.filter((each) => each.url === url).map(({ channel }) => ({ rental, channel })),
      )[0]
      if (found === undefined) return failed('not_there')
      const now = clock.now()
      const { rental, channel } = found
      const moment = [url, dateAt(now, zone), timeAt(now, zone)] as const
      const lie = lieAt(chance, moment, rental.gaps.has(channel))
      rental.gaps.delete(channel)
      if (lie !== null) return lieIn(lie, rental, channel, chance, moment)
      noteTruth(rental, channel, now)
      const form = chance.pick(FORMS, ...moment, 'form')
      const mark = `"${rental.changes}"`
      if (etag === mark) return { state: 'same' }
      return {
        state: 'read',
        body: Buffer.from(write(rental, channel, form)),
        etag: mark,
        lastModified: null,
      }
    },
  }
}

type Moment = readonly [url: string, date: LocalDate, time: string]

/** What is left out once is there at the next reading that comes through. */
function lieAt(chance: Chance, moment: Moment, hadHole: boolean): Lie | null {
  const [url, date, time] = moment
  const hour = Number(time.slice(0, 2))
  if (chance.happens(FLAPS_ON, url, date, 'flaps') && hour % (2 * FLAP_HOURS) < FLAP_HOURS) return 'gone'
  if (!chance.happens(LIES_AT, ...moment, 'lies')) return null
  const lie = chance.pick(LIES, ...moment, 'lie')
  return lie === 'hole' && hadHole ? null : lie
}

function lieIn(lie: Lie, rental: Rental, channel: Channel, chance: Chance, moment: Moment): FeedAnswer {
  const whole = write(rental, channel, 'plain')
  if (lie === 'gone') return failed('not_there')
  if (lie === 'slow') return failed('too_slow')
  if (lie === 'hole') rental.gaps.add(channel)
  const body = {
    page: '<!doctype html><title>Sign in</title><p>BEGIN:VCALENDAR</p>',
    half: whole.slice(0, Math.floor(whole.length / 2)),
    empty: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
    nothing: '',
    hole: withHole(rental, channel, chance, moment),
    damaged: whole.replace(/^DTSTART;VALUE=DATE:\d{6}/m, 'DTSTART;VALUE=DATE:0000AA'),
  }[lie]
  return { state: 'read', body: Buffer.from(body), etag: null, lastModified: null }
}

function failed(fault: 'not_there' | 'too_slow'): FeedAnswer {
  return { state: 'failed', fault, retryAfterSeconds: null }
}

function withHole(rental: Rental, channel: Channel, chance: Chance, moment: Moment): string {
  const own = booked(rental).filter((booking) => booking.channel === channel)
  const left = own.length === 0 ? null : chance.pick(own, ...moment, 'hole')
  return write({ ...rental, bookings: rental.bookings.filter((each) => each !== left) }, channel, 'plain')
}

/** Its own reservations by name, the other's nights as closed days, and a visit of ours that came back. */
function write(rental: Rental, channel: Channel, form: (typeof FORMS)[number]): string {
  const events = booked(rental).map((booking) =>
    booking.channel === channel ? reservation(rental, booking) : closed(booking, channel),
  )
  const listed =
    form === 'reordered' ? events.toReversed() : form === 'repeated' ? [...events, ...events] : events
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${channel}//EN`,
    ...listed.flat(),
    ...echo(rental),
  ]
  return `${[...lines, 'END:VCALENDAR'].join('\r\n')}\r\n`
}

function reservation(rental: Rental, booking: Booking): string[] {
  const { channel, number, guests, renamed } = booking
  const words =
    channel === 'airbnb'
      ? [
          'SUMMARY:Reserved',
          `DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/${codeOf(rental, booking)}`,
        ]
      : ['SUMMARY:Reserved - guest', `DESCRIPTION:Guests: ${guests}`]
  return event(`${channel}-${number}-${renamed}@platform.test`, booking, words)
}

function closed(booking: Booking, channel: Channel): string[] {
  const words = [channel === 'airbnb' ? 'SUMMARY:Airbnb (Not available)' : 'SUMMARY:Blocked']
  return event(
    `closed-${channel}-${booking.number}-${booking.from}-${booking.to}@platform.test`,
    booking,
    words,
  )
}

/** The calendar of our visits that the host gave the platform. */
function echo({ key, bookings }: Rental): string[] {
  const [first] = bookings
  if (first === undefined) return []
  return event(`imported-${ownUid(key)}`, { from: addDays(first.to, -1), to: addDays(first.to, 4) }, [
    'SUMMARY:Turnover clean',
  ])
}

function event(uid: string, { from, to }: Pick<Booking, 'from' | 'to'>, words: readonly string[]): string[] {
  const compact = (day: LocalDate) => day.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(to)}`,
    ...words,
    'END:VEVENT',
  ]
}
