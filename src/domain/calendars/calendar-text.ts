/** A calendar as others read it: events in iCalendar (RFC 5545), as Google, Apple and Outlook subscribe to it. */
import type { LatLng } from '../geo.ts'
import { OWN_PRODUCT } from '../stays/own-events.ts'
import {
  addDays,
  dateAt,
  formatInstant,
  type Instant,
  instantAt,
  type LocalDate,
  timeAt,
  yearOf,
} from '../time.ts'
import { type IcalLine, icalText, writeLines } from './ical-lines.ts'
import { zoneLines } from './zone-lines.ts'

/** What a calendar tells of: a month that was, for whoever looks back, and half a year ahead. */
export const CALENDAR_PAST_DAYS = 30
export const CALENDAR_COMING_DAYS = 180

export type CalendarEvent = {
  readonly uid: string
  /** Grows with each change, so that a reader who has a later one keeps it. */
  readonly sequence: number
  readonly revisedAt: Instant
  readonly title: string
  readonly details: string
  readonly where: string
  readonly at: LatLng
  readonly url: string
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  /** Whether it takes the reader's own time. */
  readonly takesTime: boolean
  readonly date: LocalDate
  /** Null takes the whole day. */
  readonly hours: { readonly startsAt: Instant; readonly endsAt: Instant } | null
  readonly zone: string
}

export type Calendar = {
  readonly name: string
  readonly events: readonly CalendarEvent[]
}

export function calendarText({ name, events }: Calendar): string {
  return writeLines([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', OWN_PRODUCT],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', icalText(name)],
    ['X-WR-CALNAME', icalText(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['X-PUBLISHED-TTL', 'PT1H'],
    ...zonesOf(events),
    ...events.flatMap(eventLines),
    ['END', 'VCALENDAR'],
  ])
}

function zonesOf(events: readonly CalendarEvent[]): IcalLine[] {
  const timed = events.filter((event) => isWallClock(event))
  return [...Map.groupBy(timed, ({ zone }) => zone)].flatMap(([zone, within]) => {
    const years = within.map(({ date }) => yearOf(date))
    return zoneLines(zone, { from: Math.min(...years), to: Math.max(...years) + 1 })
  })
}

function eventLines(event: CalendarEvent): IcalLine[] {
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', event.uid],
    ['DTSTAMP', utc(event.revisedAt)],
    ['LAST-MODIFIED', utc(event.revisedAt)],
    ['SEQUENCE', String(event.sequence)],
    ...whenLines(event),
    ['SUMMARY', icalText(event.title)],
    ['DESCRIPTION', icalText(event.details)],
    ['LOCATION', icalText(event.where)],
    ['GEO', `${event.at.lat.toFixed(6)};${event.at.lng.toFixed(6)}`],
    ['URL', event.url],
    ['STATUS', event.status.toUpperCase()],
    ['TRANSP', event.takesTime && event.status !== 'cancelled' ? 'OPAQUE' : 'TRANSPARENT'],
    ['END', 'VEVENT'],
  ]
}

function whenLines({ date, hours, zone }: CalendarEvent): IcalLine[] {
  if (hours === null)
    return [
      ['DTSTART;VALUE=DATE', compact(date)],
      ['DTEND;VALUE=DATE', compact(addDays(date, 1))],
    ]
  const { startsAt, endsAt } = hours
  if (!isWallClock({ hours, zone }))
    return [
      ['DTSTART', utc(startsAt)],
      ['DTEND', utc(endsAt)],
    ]
  return [
    [`DTSTART;TZID=${zone}`, wallClock(startsAt, zone)],
    [`DTEND;TZID=${zone}`, wallClock(endsAt, zone)],
  ]
}

/** The second pass of an hour that happens twice has no wall-clock time of its own. */
function isWallClock({ hours, zone }: Pick<CalendarEvent, 'hours' | 'zone'>): boolean {
  if (hours === null) return false
  return [hours.startsAt, hours.endsAt].every(
    (at) => instantAt(dateAt(at, zone), timeAt(at, zone), zone) === at,
  )
}

function wallClock(at: Instant, zone: string): string {
  return `${compact(dateAt(at, zone))}T${timeAt(at, zone).replace(':', '')}00`
}

function utc(at: Instant): string {
  return `${compact(formatInstant(at).slice(0, 19))}Z`
}

function compact(text: string): string {
  return text.replace(/[-:]/g, '')
}
