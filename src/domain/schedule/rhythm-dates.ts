/** What is asked of rules that come seldom: whether they ever do, and whether two of them ever come on one day. */
import { addDays, type LocalDate } from '../time.ts'
import { visitDates, type WeeklySchedule } from './recurrence.ts'
import { isEveryWeek } from './rhythm.ts'

export type Rule = Omit<WeeklySchedule, 'exceptions'>

/** Two years have each week of every count of weeks, and each day of the month on most weekdays. */
const MEETING_DAYS = 2 * 366
/** A season that has just ended comes again within a year. */
const FURTHEST_DAYS = 2 * 366

const NO_EXCEPTIONS = { skippedDates: [], pauses: [], moves: [] }

/** The first date of the rule, looked for over two years; null where there is none. */
export function firstDate(rule: Rule): LocalDate | null {
  return datesOf(rule, rule.startDate, addDays(rule.startDate, FURTHEST_DAYS))[0] ?? null
}

/** What comes every week is taken as it is. */
export function everComes(rule: Rule): boolean {
  return isEveryWeek(rule.rhythm) || firstDate(rule) !== null
}

/** Whether both come on one day, looked for over two years from the day on which the later one begins, or from `from`. */
export function doMeet(one: Rule, other: Rule, from: LocalDate): boolean {
  const common = one.weekdays.filter((weekday) => other.weekdays.includes(weekday))
  const start = [one.startDate, other.startDate, from].reduce((a, b) => (a > b ? a : b))
  const ends = [one.endDate, other.endDate, addDays(start, MEETING_DAYS)].filter((end) => end !== null)
  const end = ends.reduce((a, b) => (a < b ? a : b))
  if (common.length === 0) return false
  if (isEveryWeek(one.rhythm) && isEveryWeek(other.rhythm)) return start <= end
  const taken = new Set(datesOf(other, start, end))
  return datesOf(one, start, end).some((date) => taken.has(date))
}

function datesOf(rule: Rule, from: LocalDate, to: LocalDate): LocalDate[] {
  return visitDates({ ...rule, exceptions: NO_EXCEPTIONS }, from, to)
}
