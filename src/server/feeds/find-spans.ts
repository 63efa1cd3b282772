/** The days of an event with all its repeats, in the calendar of the place; bounded, however it repeats. */
import ICAL from 'ical.js'
import { zoneNamed } from '#domain/calendars/zone-names.ts'
import {
  dateAt,
  daysBetween,
  instant,
  instantAt,
  isLocalDate,
  type LocalDate,
  type LocalTime,
  localDate,
  localTime,
  timeAt,
} from '#domain/time.ts'

export type Span = {
  /** Which of its repeats; empty for an event that has none. */
  readonly repeat: string
  readonly uid: string
  readonly checkIn: LocalDate
  readonly checkOut: LocalDate
  readonly checkInTime: LocalTime | null
  readonly checkOutTime: LocalTime | null
  readonly event: ICAL.Event
}

export type Window = { readonly zone: string; readonly from: LocalDate; readonly to: LocalDate }

/** Steps of repeating that a whole file may cost. */
const MOST_STEPS = 5_000
/** Nobody has a place by the hour, and a rule that may never be true would be looked for until the end of days. */
const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
const PARTS = new Set(['BYDAY', 'BYMONTH', 'BYMONTHDAY'])
const LONGEST_INTERVAL = 366
const EVERY_MONTH_HAS = 28
const MOST_OF_A_WEEKDAY = 5
const EVERY_MONTH_HAS_OF_A_WEEKDAY = 4
const DAYS_OF_A_WEEK = 7
/** Of a day or a week there is no third Monday. */
const HAVE_ORDINALS = new Set(['MONTHLY', 'YEARLY'])
/** Each step asks all of them. */
const MOST_RULES = 5
/** Of a line in jCal (RFC 7265): its name, parameters and type stand before its values. */
const JCAL_HEAD = 3
const REPEATS: ReadonlySet<unknown> = new Set(['rrule', 'exrule', 'rdate', 'exdate'])

export class TooManyRepeats extends Error {
  override name = 'TooManyRepeats'
}

export type Budget = { steps: number }

export function newBudget(): Budget {
  return { steps: MOST_STEPS }
}

/** Repeats within the window only; throws TooManyRepeats, or as the parser does on what it cannot read. */
export function spansOf(event: ICAL.Event, window: Window, budget: Budget): Span[] {
  if (!event.isRecurring()) return [spanOf(event, event.startDate, event.endDate, '', window.zone)]
  const written = countWritten(event)
  if (written > budget.steps) throw new TooManyRepeats()
  budget.steps -= written
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue())
  if (rules.length > MOST_RULES || !rules.every((rule) => rule instanceof ICAL.Recur && isBounded(rule)))
    throw new TooManyRepeats()
  const spans =
    rules.length === 0 && isNotLeftOut(event)
      ? [spanOf(event, event.startDate, event.endDate, event.startDate.toString(), window.zone)]
      : []
  const repeats = event.iterator()
  for (let next = repeats.next(); next; next = repeats.next()) {
    budget.steps -= 1
    if (budget.steps < 0) throw new TooManyRepeats()
    const found = event.getOccurrenceDetails(next)
    const span = spanOf(found.item, found.startDate, found.endDate, next.toString(), window.zone)
    if (dayOf(next) > window.to) break
    if (span.checkOut >= window.from && !isCancelled(found.item)) spans.push(span)
  }
  return spans
}

/** Rules and days that are written down one by one: the reader takes longer than their number to sort them. */
function countWritten({ component }: ICAL.Event): number {
  const lines: unknown = component.toJSON()[1]
  if (!Array.isArray(lines)) return 0
  return lines
    .filter((line): line is unknown[] => Array.isArray(line) && REPEATS.has(line[0]))
    .reduce((sum, line) => sum + Math.max(1, line.length - JCAL_HEAD), 0)
}

export function isCancelled(event: ICAL.Event): boolean {
  return String(event.component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED'
}

/** Where days are added and no rule is, the reader leaves out the event's own: RFC 5545 §3.8.5.2 has it first. */
function isNotLeftOut(event: ICAL.Event): boolean {
  const named = ['rdate', 'exdate'].flatMap((name) => event.component.getAllProperties(name))
  const start = event.startDate.toString()
  return !named.some((each) => each.getValues().some((value) => String(value).startsWith(start)))
}

/**
 * As they stand in the file, whatever their zone: reading a day of the far future, or adding a length without end, takes
 * the reader for ever. Throws RangeError for a day that no calendar has, of which the reader would make another.
 */
export function writtenDays(event: ICAL.Event): { readonly from: LocalDate; readonly nights: number } {
  const from = writtenDay(event, 'dtstart')
  if (from === null) throw new RangeError('no day')
  const duration = event.component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return { from, nights: duration.toSeconds() / 86_400 }
  return { from, nights: daysBetween(from, writtenDay(event, 'dtend') ?? from) }
}

function writtenDay(event: ICAL.Event, name: 'dtstart' | 'dtend'): LocalDate | null {
  const value: unknown = event.component.getFirstProperty(name)?.toJSON()[3]
  if (typeof value !== 'string') return null
  const day = value.slice(0, 10)
  if (!isLocalDate(day)) throw new RangeError('no day of any calendar')
  return day
}

/**
 * What is looked for is found soon. The reader goes on until a rule is true: one that leaves out whatever its steps come
 * to (every seventh day, if it is a Monday), or asks of a day what days are never asked, it would follow for ever.
 */
export function isBounded({ freq, parts, interval }: ICAL.Recur): boolean {
  const isEachStep = interval === 1
  const isByDays = freq === 'DAILY'
  const monthDays = (parts.BYMONTHDAY ?? []).map(Number)
  const ordinals = (parts.BYDAY ?? []).map((day) => Number.parseInt(day, 10)).filter((ordinal) => ordinal)
  const mostOrdinal = isEachStep ? MOST_OF_A_WEEKDAY : EVERY_MONTH_HAS_OF_A_WEEKDAY
  return (
    FREQUENCIES.has(freq) &&
    interval >= 1 &&
    interval <= LONGEST_INTERVAL &&
    Object.keys(parts).every((part) => (isEachStep ? PARTS.has(part) : part === 'BYDAY')) &&
    (parts.BYMONTH ?? []).every((month) => isWithin(month, 1, 12)) &&
    monthDays.every((day) => isWithin(isByDays ? day : Math.abs(day), 1, EVERY_MONTH_HAS)) &&
    ordinals.every((ordinal) => isWithin(Math.abs(ordinal), 1, mostOrdinal)) &&
    (ordinals.length === 0 || (HAVE_ORDINALS.has(freq) && monthDays.length === 0)) &&
    !(isByDays && interval % DAYS_OF_A_WEEK === 0 && 'BYDAY' in parts)
  )
}

function isWithin(number: number, least: number, most: number): boolean {
  return number >= least && number <= most
}

function dayOf(time: ICAL.Time): LocalDate {
  const text = time.toString().slice(0, 10)
  if (!isLocalDate(text)) throw new RangeError('no day of any calendar')
  return text
}

/** An all-day event ends on the day that it does not hold any more: guests leave then. */
function spanOf(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, repeat: string, zone: string): Span {
  const areDaysOfUtc = isMidnightOfUtc(start) && isMidnightOfUtc(end)
  const [first, last] = areDaysOfUtc
    ? [midnightOf(start), midnightOf(end)]
    : [
        momentOf(start, { zone, named: zoneNamedIn(event, 'dtstart') }),
        momentOf(end, { zone, named: zoneNamedIn(event, 'dtend') }),
      ]
  const areWholeDays = start.isDate || (first.time === '00:00' && last.time === '00:00')
  const isOneDay = areWholeDays && last.date === first.date
  return {
    repeat,
    uid: event.uid,
    checkIn: first.date,
    checkOut: isOneDay ? nextDay(first.date) : last.date,
    checkInTime: areWholeDays ? null : first.time,
    checkOutTime: areWholeDays ? null : last.time,
    event,
  }
}

/** Sites that keep days as moments write midnight of UTC for them; nobody leaves at five in the afternoon. */
function isMidnightOfUtc(time: ICAL.Time): boolean {
  return !time.isDate && time.zone?.tzid === 'UTC' && time.toString().slice(11, 19) === '00:00:00'
}

function midnightOf(time: ICAL.Time): Moment {
  return { date: dayOf(time), time: localTime('00:00') }
}

function nextDay(date: LocalDate): LocalDate {
  return localDate(new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
}

/** Many files name a zone of the world without describing it, as the standard asks; an end may have another than its start. */
function zoneNamedIn(event: ICAL.Event, property: 'dtstart' | 'dtend'): string | null {
  const { component } = event
  const found = component.getFirstProperty(property) ?? component.getFirstProperty('dtstart')
  const name = found?.getFirstParameter('tzid')
  return name === undefined ? null : zoneNamed(name)
}

type Moment = { readonly date: LocalDate; readonly time: LocalTime }

/** On the wall clock of the place. A zone is taken by its name where the world knows it; without one it is the place's. */
function momentOf(
  time: ICAL.Time,
  { zone, named }: { readonly zone: string; readonly named: string | null },
): Moment {
  const date = dayOf(time)
  if (time.isDate) return midnightOf(time)
  const clock = localTime(time.toString().slice(11, 16))
  const own = time.zone?.tzid ?? 'floating'
  if (own === 'floating' && named === null) return { date, time: clock }
  const known = own === 'floating' ? named : zoneNamed(own)
  const at = known === null ? instant(time.toUnixTime() * 1_000) : instantAt(date, clock, known)
  return { date: dateAt(at, zone), time: timeAt(at, zone) }
}
