/** What the tests of the schedule speak of. */
import { addDays, daysBetween, type LocalDate } from '../time.ts'
import type { ScheduleExceptions } from './exceptions.ts'

export const NO_EXCEPTIONS: ScheduleExceptions = { skippedDates: [], pauses: [], moves: [] }

/** Every date from `from` to `to`, both included. */
export function datesFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))
}
