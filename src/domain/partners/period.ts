/** The days that a line of a partner's statement is about. */
import { daysBetween, isLocalDate, type LocalDate } from '../time.ts'

export type Period = { readonly start: LocalDate; readonly end: LocalDate }
export type PeriodFault =
  | 'period_missing'
  | 'date_unreadable'
  | 'period_reversed'
  | 'period_too_long'
  | 'period_not_over'

type PeriodResult =
  | { readonly period: Period }
  | { readonly field: 'periodStart' | 'periodEnd'; readonly fault: PeriodFault }

/** A quarter: partners pay by the week or the month. */
const LONGEST_DAYS = 92
const BETWEEN = /\s+(?:-|–|—|to|through|a)\s+|[–—]/

/** Two columns, or both days in the first; one day alone is a period of that day. `today` at the place. */
export function readPeriod(startText: string, endText: string, today: LocalDate): PeriodResult {
  if (startText === '') return { field: 'periodStart', fault: 'period_missing' }
  const [first = '', second] = endText === '' ? startText.split(BETWEEN) : [startText, endText]
  const start = readDate(first)
  if (start === null) return { field: 'periodStart', fault: 'date_unreadable' }
  const end = second === undefined ? start : readDate(second)
  if (end === null) return { field: endText === '' ? 'periodStart' : 'periodEnd', fault: 'date_unreadable' }
  if (end < start) return { field: 'periodEnd', fault: 'period_reversed' }
  if (daysBetween(start, end) >= LONGEST_DAYS) return { field: 'periodEnd', fault: 'period_too_long' }
  if (end > today) return { field: 'periodEnd', fault: 'period_not_over' }
  return { period: { start, end } }
}

/** `2026-11-02` or, as Americans write it, `11/2/2026` and `11/2/26`. */
function readDate(text: string): LocalDate | null {
  const written = text.trim()
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(written) ?? []
  const date =
    month === undefined || day === undefined || year === undefined
      ? written
      : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(date) ? date : null
}
