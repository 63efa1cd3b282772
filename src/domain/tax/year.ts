/** A tax year: from New Year to New Year on the clock of the market. What counts is when money was paid (field 30). */
import { dateAt, type Instant, instantAt, localDate, localTime, yearOf } from '../time.ts'

export type YearSpan = { readonly from: Instant; readonly until: Instant }

/** To which year a payment belongs. */
export function taxYearAt(paidAt: Instant, zone: string): number {
  return yearOf(dateAt(paidAt, zone))
}

/** From its first instant up to, and without, the first of the next. */
export function spanOfYear(year: number, zone: string): YearSpan {
  return { from: newYear(year, zone), until: newYear(year + 1, zone) }
}

export function isYearOver(year: number, now: Instant, zone: string): boolean {
  return taxYearAt(now, zone) > year
}

/**
 * Crews are reminded of what their form still needs from 2 to 14 January, so that there is time until it is due on the
 * 31st. The year whose forms are being made on a date; null outside of those days.
 */
export function yearToRemindOf(now: Instant, zone: string): number | null {
  const date = dateAt(now, zone)
  const day = date.slice(5)
  return day >= '01-02' && day <= '01-14' ? yearOf(date) - 1 : null
}

function newYear(year: number, zone: string): Instant {
  return instantAt(localDate(`${year}-01-01`), localTime('00:00'), zone)
}
