/**
 * `VTIMEZONE` of a zone (RFC 5545 §3.6.5), from the tz database: a rule for every year where the clocks follow one, which
 * is what all readers know best, else each change by itself.
 */
import {
  type ClockChange,
  clockChangesIn,
  instant,
  type LocalDate,
  MINUTE_MS,
  offsetMinutesAt,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../time.ts'
import type { IcalLine } from './ical-lines.ts'

const WEEKDAY_NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A change as the wall clock shows it that is about to be changed. */
type WallChange = ClockChange & {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
  readonly weekday: Weekday
  readonly isLastOfMonth: boolean
  readonly wall: string
}

/** True for every day of the years from `from` to `to`. */
export function zoneLines(zone: string, { from, to }: { from: number; to: number }): IcalLine[] {
  const changes: WallChange[] = []
  // A year more on both sides: what holds on New Year began before it.
  for (let year = from - 1; year <= to + 1; year += 1)
    changes.push(...clockChangesIn(year, zone).map(toWallChange))
  const [forward, back] = [changes.filter(isForward), changes.filter((change) => !isForward(change))]
  return [
    ['BEGIN', 'VTIMEZONE'],
    ['TZID', zone],
    ...(isCoveredFrom(from, changes) ? [] : standingLines(zone, from)),
    ...observances('DAYLIGHT', forward, to + 1),
    ...observances('STANDARD', back, to + 1),
    ['END', 'VTIMEZONE'],
  ]
}

/** What holds before the first change that is written down. */
function standingLines(zone: string, year: number): IcalLine[] {
  const offset = offsetText(offsetMinutesAt(instant(Date.UTC(year, 0, 1)), zone))
  return [
    ['BEGIN', 'STANDARD'],
    ['DTSTART', '19700101T000000'],
    ['TZOFFSETFROM', offset],
    ['TZOFFSETTO', offset],
    ['END', 'STANDARD'],
  ]
}

function isCoveredFrom(year: number, changes: readonly WallChange[]): boolean {
  return changes.some((change) => change.year < year)
}

function observances(
  kind: 'DAYLIGHT' | 'STANDARD',
  changes: readonly WallChange[],
  lastYear: number,
): IcalLine[] {
  const rule = ruleOf(changes, lastYear)
  if (rule !== null) return observance(kind, changes[0]!, rule)
  return changes.flatMap((change) => observance(kind, change, null))
}

function observance(kind: 'DAYLIGHT' | 'STANDARD', change: WallChange, rule: string | null): IcalLine[] {
  return [
    ['BEGIN', kind],
    ['DTSTART', change.wall],
    ['TZOFFSETFROM', offsetText(change.offsetMinutesBefore)],
    ['TZOFFSETTO', offsetText(change.offsetMinutesAfter)],
    ...(rule === null ? [] : [['RRULE', rule] as const]),
    ['END', kind],
  ]
}

/** `FREQ=YEARLY;BYMONTH=3;BYDAY=2SU`, where each year has one such change by the same rule; null where none fits. */
function ruleOf(changes: readonly WallChange[], lastYear: number): string | null {
  const [first] = changes
  if (first === undefined || changes.at(-1)!.year !== lastYear) return null
  const isYearly = changes.every(
    (change, index) => change.year === first.year + index && isAlike(change, first),
  )
  if (!isYearly) return null
  const isNth = changes.every((change) => nthOf(change) === nthOf(first))
  if (!isNth && !changes.every(({ isLastOfMonth }) => isLastOfMonth)) return null
  const nth = isNth && !changes.every(({ isLastOfMonth }) => isLastOfMonth) ? nthOf(first) : -1
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${nth}${WEEKDAY_NAMES[WEEKDAYS.indexOf(first.weekday)]}`
}

function isAlike(change: WallChange, first: WallChange): boolean {
  return (
    change.month === first.month &&
    change.weekday === first.weekday &&
    change.wall.slice(8) === first.wall.slice(8) &&
    change.offsetMinutesBefore === first.offsetMinutesBefore &&
    change.offsetMinutesAfter === first.offsetMinutesAfter
  )
}

function toWallChange(change: ClockChange): WallChange {
  const wall = new Date(change.at + change.offsetMinutesBefore * MINUTE_MS)
  const text = wall.toISOString()
  const daysInMonth = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  return {
    ...change,
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    dayOfMonth: wall.getUTCDate(),
    weekday: weekdayOf(text.slice(0, 10) as LocalDate),
    isLastOfMonth: wall.getUTCDate() + 7 > daysInMonth,
    wall: text.slice(0, 19).replace(/[-:]/g, ''),
  }
}

function isForward({ offsetMinutesBefore, offsetMinutesAfter }: ClockChange): boolean {
  return offsetMinutesAfter > offsetMinutesBefore
}

function nthOf({ dayOfMonth }: WallChange): number {
  return Math.ceil(dayOfMonth / 7)
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.round(Math.abs(minutes) % 60)]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`
}
