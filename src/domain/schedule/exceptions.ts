/** What differs from the rule of a weekly job: dates left out, days away, dates moved. */

import type { LocalDate, LocalTime } from '../time.ts'

/** Wall-clock bounds; an end at or before the start is on the next day (a night shift). Both `null` is any time. */
export type TimeWindow = { readonly windowStart: LocalTime | null; readonly windowEnd: LocalTime | null }

/** An exception for one date of the rule. The same day as before means other terms on that day. */
export type ScheduleMove = {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Undefined: as the job's terms say. */
  readonly window?: TimeWindow | undefined
  readonly quantity?: number | undefined
  readonly by: 'pushed' | 'customer'
  /** Of a pushed day its id. */
  readonly source: string | null
}

/** Both ends included; a pause without an end lasts until it is lifted. */
export type DateRange = { readonly from: LocalDate; readonly to: LocalDate | null }

/** What was taken out of the series or moved within it. It survives every later edit of the weekdays or the window (field 8). */
export type ScheduleExceptions = {
  readonly skippedDates: readonly LocalDate[]
  readonly pauses: readonly DateRange[]
  /** At most one for each date of the rule. */
  readonly moves: readonly ScheduleMove[]
}

export type CheckOut = { readonly date: LocalDate; readonly notBefore: LocalTime }

/** What stays say of the days: no visit before a check-out, of which a day has at most one, and dates besides the rule. */
export type StayDays = {
  readonly checkOuts: readonly CheckOut[]
  readonly extras: readonly LocalDate[]
}
