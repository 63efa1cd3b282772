/** When a weekly job happens: local dates and wall-clock windows, true across both changes of the clock (product §3). */

import type { BusinessSettings } from '../settings/settings.ts'
import {
  addDays,
  dateAt,
  daysBetween,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
  minutesOfDay,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../time.ts'
import type { CheckOut, DateRange, ScheduleExceptions } from './exceptions.ts'
import { isOnRhythm, type Rhythm } from './rhythm.ts'

export type WeeklySchedule = {
  readonly weekdays: readonly Weekday[]
  readonly rhythm: Rhythm
  readonly startDate: LocalDate
  /** The last possible day, included; `null` is open-ended. */
  readonly endDate: LocalDate | null
  readonly exceptions: ScheduleExceptions
}

export type VisitWindow = { readonly startsAt: Instant; readonly endsAt: Instant }
export type PlannedVisit = VisitWindow & { readonly date: LocalDate }

const DAY_START = localTime('00:00')
const DAY_END = localTime('24:00')

/** The one answer to when a job comes: the dates that the rule of a weekly job sets from `from` to `to`, both included, in order, each once. */
export function visitDates(schedule: WeeklySchedule, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = schedule.startDate > from ? schedule.startDate : from
  const last = schedule.endDate !== null && schedule.endDate < to ? schedule.endDate : to
  const length = daysBetween(first, last) + 1
  const firstWeekday = weekdayOf(first)
  const dates: LocalDate[] = []
  for (let day = 0; day < length; day += 1) {
    const weekday = WEEKDAYS[(firstWeekday - 1 + day) % 7]!
    if (!schedule.weekdays.includes(weekday)) continue
    const date = addDays(first, day)
    if (isOnRhythm(schedule.rhythm, date) && !isExcepted(schedule.exceptions, date)) dates.push(date)
  }
  return dates
}

export function isExcepted(exceptions: ScheduleExceptions, date: LocalDate): boolean {
  return exceptions.skippedDates.includes(date) || exceptions.pauses.some((pause) => isInRange(pause, date))
}

/**
 * The instants of a window on one date. A bound inside the skipped hour moves forward by the gap, an hour that
 * happens twice means its first pass, and the end is always after the start: where the change of the clock folds
 * both bounds together, the window keeps its wall-clock length.
 */
export function visitWindow(
  date: LocalDate,
  windowStart: LocalTime | null,
  windowEnd: LocalTime | null,
  zone: string,
): VisitWindow {
  const start = windowStart ?? DAY_START
  const end = windowEnd ?? DAY_END
  const minutes = minutesOfDay(end) - minutesOfDay(start)
  const startsAt = instantAt(date, start, zone)
  const endsAt = instantAt(minutes > 0 ? date : addDays(date, 1), end, zone)
  const lengthHours = (minutes > 0 ? minutes : minutes + 24 * 60) / 60
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : instant(startsAt + lengthHours * HOUR_MS) }
}

/** However late the check-out, a crew is given so long. */
const LEAST_AFTER_CHECK_OUT_MS = 3 * HOUR_MS

/** The window of a day on which guests leave begins with their check-out. */
export function afterCheckOut(
  window: VisitWindow,
  date: LocalDate,
  checkOuts: readonly CheckOut[],
  zone: string,
): VisitWindow {
  const checkOut = checkOuts.find((each) => each.date === date)
  if (checkOut === undefined) return window
  const leavesAt = instantAt(date, checkOut.notBefore, zone)
  if (leavesAt <= window.startsAt) return window
  return { startsAt: leavesAt, endsAt: instant(Math.max(window.endsAt, leavesAt + LEAST_AFTER_CHECK_OUT_MS)) }
}

/** The days for which visits must exist now: today and the horizon ahead, in the place's calendar. */
export function planningRange(
  now: Instant,
  zone: string,
  settings: Pick<BusinessSettings, 'planningHorizonDays'>,
): { from: LocalDate; to: LocalDate } {
  const from = dateAt(now, zone)
  return { from, to: addDays(from, settings.planningHorizonDays) }
}

function isInRange(range: DateRange, date: LocalDate): boolean {
  return date >= range.from && (range.to === null || date <= range.to)
}
