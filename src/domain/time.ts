/**
 * Days and instants. A calendar day is text (`2026-03-08`), an instant is epoch milliseconds, and only this file
 * speaks Temporal. Nobody here asks what time it is: `now` is always an argument.
 */

/** A calendar day in some place's own calendar: `YYYY-MM-DD`. */
export type LocalDate = string & { readonly __unit: 'localDate' }
/** A wall-clock time of day: `HH:MM`, 00:00–24:00 (24:00 is the end of the day). */
export type LocalTime = string & { readonly __unit: 'localTime' }
/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly __unit: 'epochMilliseconds' }
/** ISO weekday: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Seed §1 and §9. */
export const DEFAULT_TIME_ZONE = 'America/Denver'
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export function instant(epochMilliseconds: number): Instant {
  return epochMilliseconds as Instant
}

/** Reads an ISO instant (`2026-03-08T09:00:00Z`). Throws RangeError on anything else. */
export function parseInstant(text: string): Instant {
  return instant(Temporal.Instant.from(text).epochMilliseconds)
}

export function formatInstant(at: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString()
}

/** Years 1900 to 2999: others are slips of the keys, and arithmetic on them would leave the four digits. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Throws RangeError unless the text is a real day. */
export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`not a calendar day: ${text}`)
  return text
}

export function isLocalTime(text: string): text is LocalTime {
  return /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)
}

export function isWeekday(number: number): number is Weekday {
  return Number.isInteger(number) && number >= 1 && number <= 7
}

/** Throws RangeError unless the text is `HH:MM`. */
export function localTime(text: string): LocalTime {
  if (!isLocalTime(text)) throw new RangeError(`not a time of day: ${text}`)
  return text
}

export function minutesOfDay(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** A name of the tz database; a bare offset is none, because it knows no summer time (field 5). */
export function isTimeZone(zone: string): boolean {
  if (/^[+-]/.test(zone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** Which day it is at an instant in a zone. */
export function dateAt(at: Instant, zone: string): LocalDate {
  return written(zoned(at, zone).toPlainDate().toString())
}

/** What the wall clock shows at an instant in a zone. */
export function timeAt(at: Instant, zone: string): LocalTime {
  return localTime(zoned(at, zone).toPlainTime().toString({ smallestUnit: 'minute' }))
}

/**
 * The instant of a wall-clock time. A time inside the skipped hour moves forward by the gap, a time that happens
 * twice means its first pass ('compatible' of RFC 5545); 24:00 is the next local midnight.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): Instant {
  const day = time === '24:00' ? addDays(date, 1) : date
  const clock = time === '24:00' ? '00:00' : time
  const at = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone, {
    disambiguation: 'compatible',
  })
  return instant(at.epochMilliseconds)
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** The same day of the month some months later; the last day where that month is too short. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  const toDay = Math.min(day, daysInMonth(toYear, toMonth))
  return fromDayNumber(Date.UTC(toYear, toMonth - 1, toDay) / DAY_MS)
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from)
}

export function weekdayOf(date: LocalDate): Weekday {
  // Day 0 (1970-01-01) was a Thursday.
  return WEEKDAYS[(((dayNumber(date) + 3) % 7) + 7) % 7]!
}

/** A week runs Monday to Sunday (product §2). */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayOf(date))
}

/** How many days its month has. */
export function daysInMonthOf(date: LocalDate): number {
  return daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)))
}

export function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}

/** Minutes that a zone's wall clock is ahead of UTC at an instant. */
export function offsetMinutesAt(at: Instant, zone: string): number {
  return zoned(at, zone).offsetNanoseconds / 60_000_000_000
}

export type ClockChange = {
  readonly at: Instant
  readonly offsetMinutesBefore: number
  readonly offsetMinutesAfter: number
}

/** When the clocks of a zone change in a calendar year of that zone, in order; empty where they never do. */
export function clockChangesIn(year: number, zone: string): ClockChange[] {
  const changes: ClockChange[] = []
  const start = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone)
  // A change at the very first moment of the year belongs to it.
  let next = start.subtract({ seconds: 1 }).getTimeZoneTransition('next')
  while (next !== null && next.year <= year) {
    const at = instant(next.epochMilliseconds)
    const [before, after] = [offsetMinutesAt(instant(at - 1), zone), offsetMinutesAt(at, zone)]
    if (before !== after) changes.push({ at, offsetMinutesBefore: before, offsetMinutesAfter: after })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

function zoned(at: Instant, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Days since 1970-01-01. `Date.UTC` is pure arithmetic: no clock, no zone. */
function dayNumber(date: LocalDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS
}

function fromDayNumber(day: number): LocalDate {
  return written(new Date(day * DAY_MS).toISOString().slice(0, 10))
}

/** A day as a calendar wrote it: no need to look whether it is one. */
function written(day: string): LocalDate {
  return day as LocalDate
}
