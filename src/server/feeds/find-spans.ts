/** The days of an event with all its repeats, in the calendar of the place; bounded, however it repeats. */
import ICAL from 'ical.js'
import {
  dateAt,
  instant,
  instantAt,
  isLocalDate,
  isTimeZone,
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
const EVERY_MONTH_HAS = 28
const MOST_OF_A_WEEKDAY = 5

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
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue())
  if (!rules.every((rule) => rule instanceof ICAL.Recur && isBounded(rule))) throw new TooManyRepeats()
  const spans: Span[] = []
  const repeats = event.iterator()
  for (let next = repeats.next(); next; next = repeats.next()) {
    budget.steps -= 1
    if (budget.steps < 0) throw new TooManyRepeats()
    const found = event.getOccurrenceDetails(next)
    const span = spanOf(found.item, found.startDate, found.endDate, next.toString(), window.zone)
    if (dayOf(next) > window.to) break
    if (span.checkOut >= window.from && found.item.component.getFirstPropertyValue('status') !== 'CANCELLED')
      spans.push(span)
  }
  return spans
}

function isBounded({ freq, parts }: ICAL.Recur): boolean {
  const days = (parts.BYMONTHDAY ?? []).map(Number)
  const ordinals = (parts.BYDAY ?? []).map((day) => Math.abs(Number.parseInt(day, 10) || 0))
  return (
    FREQUENCIES.has(freq) &&
    Object.keys(parts).every((part) => PARTS.has(part)) &&
    days.every((day) => Math.abs(day) <= EVERY_MONTH_HAS) &&
    ordinals.every((ordinal) => ordinal <= MOST_OF_A_WEEKDAY)
  )
}

function dayOf(time: ICAL.Time): LocalDate {
  const text = time.toString().slice(0, 10)
  if (!isLocalDate(text)) throw new RangeError('no day of any calendar')
  return text
}

/** An all-day event ends on the day that it does not hold any more: guests leave then. */
function spanOf(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, repeat: string, zone: string): Span {
  const named = zoneNamedIn(event)
  const [first, last] = [momentOf(start, { zone, named }), momentOf(end, { zone, named })]
  const areWholeDays = start.isDate || (first.time === '00:00' && last.time === '00:00')
  const isOneDay = areWholeDays && last.date <= first.date
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

function nextDay(date: LocalDate): LocalDate {
  return localDate(new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
}

/** Many files name a zone of the world without describing it, as the standard asks. */
function zoneNamedIn(event: ICAL.Event): string | null {
  const name = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  return name !== undefined && isTimeZone(name) ? name : null
}

/** On the wall clock of the place. A zone is taken by its name where the world knows it; without one it is the place's. */
function momentOf(
  time: ICAL.Time,
  { zone, named }: { zone: string; named: string | null },
): { date: LocalDate; time: LocalTime } {
  const date = dayOf(time)
  if (time.isDate) return { date, time: localTime('00:00') }
  const clock = localTime(time.toString().slice(11, 16))
  const own = time.zone?.tzid ?? 'floating'
  const known = own === 'Z' ? 'UTC' : own === 'floating' ? named : own
  if (known === null) return { date, time: clock }
  const at = isTimeZone(known) ? instantAt(date, clock, known) : instant(time.toUnixTime() * 1_000)
  return { date: dateAt(at, zone), time: timeAt(at, zone) }
}
