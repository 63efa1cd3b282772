/**
 * What the holidays of coming weeks do to weekly work, week by week: the answer before anything is booked. It asks the
 * very schedule that will plan the visits, so that nobody is told of another day than the one on which a crew comes.
 */
import { addDays, type LocalDate, mondayOf, type Weekday } from '../time.ts'
import { type HolidayRuleSet, holidaysBetween, rememberHolidays } from './holidays.ts'
import { occurrenceOf } from './moves.ts'
import { visitDates } from './recurrence.ts'
import type { Rhythm } from './rhythm.ts'
import { seriesVisits } from './series.ts'

/** Where the work of one day goes; null where it is not done that week. */
type DayShift = { readonly from: LocalDate; readonly to: LocalDate | null }

/** A holiday, and the days of its week that it moves: none where everything stays. */
export type HolidayWeek = {
  readonly key: string
  readonly date: LocalDate
  readonly shifts: readonly DayShift[]
}

export type WorkToCome = {
  readonly weekdays: readonly Weekday[]
  readonly rhythm: Rhythm
  readonly startsOn: LocalDate
  readonly ruleSet: HolidayRuleSet
  /** False where the calendar is not kept for this service: its holidays are named, and nothing moves. */
  readonly keepsCalendar: boolean
}

/** How far ahead whoever books is told of holidays. */
const HOLIDAYS_AHEAD_DAYS = 42

const NO_EXCEPTIONS = { skippedDates: [], pauses: [], moves: [] }

/** The holidays from the week of the first day on, in order; of several in one week those that move something. */
export function holidayWeeks(work: WorkToCome): HolidayWeek[] {
  const { startsOn, ruleSet } = work
  const until = addDays(startsOn, HOLIDAYS_AHEAD_DAYS)
  const weeks = holidaysBetween(ruleSet, mondayOf(startsOn), until).map(({ key, date }) => ({
    key,
    date,
    shifts: shiftsBy(key, date, work),
  }))
  const moving = new Set(weeks.filter(({ shifts }) => shifts.length > 0).map(({ date }) => mondayOf(date)))
  return weeks.filter(
    ({ date, shifts }) => shifts.length > 0 || (date >= startsOn && !moving.has(mondayOf(date))),
  )
}

function shiftsBy(
  key: string,
  date: LocalDate,
  { weekdays, rhythm, startsOn, ruleSet, keepsCalendar }: WorkToCome,
): DayShift[] {
  if (!keepsCalendar) return []
  const holidays = rememberHolidays(ruleSet)
  const monday = mondayOf(date)
  const rule = { weekdays, rhythm, startDate: startsOn, endDate: null, exceptions: NO_EXCEPTIONS }
  const terms = { weekdays, rhythm, windowStart: null, windowEnd: null, quantity: 1 }
  const visits = seriesVisits(
    // The days are the same in every zone.
    { ...rule, terms, earlierTerms: [], holidays, zone: 'UTC' },
    monday,
    addDays(monday, 6),
  )
  const dayOf = new Map(visits.map((visit) => [occurrenceOf(visit), visit.date]))
  return visitDates(rule, monday, addDays(monday, 6)).flatMap((from) => {
    const effect = holidays(from)
    if (effect.kind === 'stays' || effect.holiday !== key) return []
    return { from, to: dayOf.get(from) ?? null }
  })
}
