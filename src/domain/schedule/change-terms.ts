/** The terms of a weekly job after a change: what the change does not name stays. */
import { type LocalDate, type LocalTime, WEEKDAYS, type Weekday } from '../time.ts'
import { type ChosenRhythm, changeRhythm, hasItsWeekdays } from './rhythm.ts'
import type { Terms } from './series.ts'

export type TermsChange = {
  readonly from: LocalDate
  readonly weekdays?: readonly Weekday[] | undefined
  readonly rhythm?: ChosenRhythm | undefined
  /** Null: any time that day. */
  readonly window?: { readonly start: LocalTime; readonly end: LocalTime } | null | undefined
  readonly quantity?: number | undefined
}

/** Both are of the weekdays: a day of the month needs all seven, and whoever leaves it has to choose some. */
export type TermsFault = 'every_weekday' | 'weekdays_missing'

export function changeTerms(
  terms: Terms,
  change: TermsChange,
): Terms | { readonly fault: TermsFault; readonly field: 'weekdays' } {
  const weekdays = weekdaysAfter(terms, change)
  if (weekdays === null) return { fault: 'weekdays_missing', field: 'weekdays' }
  const rhythm = changeRhythm(terms.rhythm, change.rhythm, weekdays, change.from)
  if (!hasItsWeekdays(rhythm, weekdays)) return { fault: 'every_weekday', field: 'weekdays' }
  const { window } = change
  return {
    weekdays,
    rhythm,
    windowStart: window === undefined ? terms.windowStart : (window?.start ?? null),
    windowEnd: window === undefined ? terms.windowEnd : (window?.end ?? null),
    quantity: change.quantity ?? terms.quantity,
  }
}

function weekdaysAfter(terms: Terms, { weekdays, rhythm }: TermsChange): readonly Weekday[] | null {
  if (weekdays !== undefined) return [...weekdays].sort((a, b) => a - b)
  if (rhythm?.kind === 'month_day') return WEEKDAYS
  const isLeavingMonthDay = rhythm !== undefined && terms.rhythm.kind === 'month_day'
  return isLeavingMonthDay ? null : terms.weekdays
}
