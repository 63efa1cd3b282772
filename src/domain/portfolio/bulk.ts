/** One change of many weekly jobs: what it means for each of them. */
import type { UserId } from '../ids.ts'
import type { TermsChange } from '../schedule/change-terms.ts'
import { isEveryWeek } from '../schedule/rhythm.ts'
import type { EarlierTerms, Terms } from '../schedule/series.ts'
import { addDays, type LocalDate, type LocalTime, mondayOf, type Weekday, weekdayOf } from '../time.ts'

/** What changes the terms of each from a day on. */
export type BulkTerms =
  | {
      readonly kind: 'window'
      readonly from: LocalDate
      /** Null: any time that day. */
      readonly window: { readonly start: LocalTime; readonly end: LocalTime } | null
    }
  | { readonly kind: 'weekdays'; readonly from: LocalDate; readonly weekdays: readonly Weekday[] }
  | { readonly kind: 'quantity'; readonly from: LocalDate; readonly quantity: number }

export type BulkSkip = {
  readonly kind: 'skip'
  readonly weekOf: LocalDate
  readonly weekdays?: readonly Weekday[] | undefined
}

/** Who is asked first at the place of each, in this order; nobody where the list is empty. */
export type BulkCrews = { readonly kind: 'crews'; readonly crewIds: readonly UserId[] }

export type BulkChange =
  | BulkCrews
  | BulkSkip
  | { readonly kind: 'pause'; readonly from: LocalDate; readonly to: LocalDate | null }
  | BulkTerms
  | { readonly kind: 'cancel' }

/** An open-ended change is compared over four weeks, and over twelve where not everything comes every week. */
const DAYS_COMPARED = 27
const DAYS_COMPARED_OF_OTHERS = 83
const LONGEST_DAYS = 366

export function termsChangeOf(change: BulkTerms): TermsChange {
  const { from } = change
  switch (change.kind) {
    case 'window':
      return { from, window: change.window }
    case 'weekdays':
      return { from, weekdays: change.weekdays }
    case 'quantity':
      return { from, quantity: change.quantity }
  }
}

/** Monday to Sunday. */
export function weekOf({ weekOf: day }: BulkSkip): { from: LocalDate; to: LocalDate } {
  const from = mondayOf(day)
  return { from, to: addDays(from, 6) }
}

/** Whether a day of the week is meant. */
export function isMeant({ weekdays }: BulkSkip, date: LocalDate): boolean {
  return weekdays === undefined || weekdays.includes(weekdayOf(date))
}

/** The same days for every job, so that visits and money add up. */
export function daysCompared(
  change: BulkChange,
  jobs: readonly { readonly terms: Pick<Terms, 'rhythm'> }[],
  today: LocalDate,
): { from: LocalDate; to: LocalDate } {
  if (change.kind === 'skip') return weekOf(change)
  const from = change.kind === 'cancel' || change.kind === 'crews' ? today : change.from
  if (change.kind === 'pause' && change.to !== null) {
    const last = addDays(from, LONGEST_DAYS)
    return { from, to: change.to < last ? change.to : last }
  }
  const areWeekly = jobs.every(({ terms }) => isEveryWeek(terms.rhythm))
  return { from, to: addDays(from, areWeekly ? DAYS_COMPARED : DAYS_COMPARED_OF_OTHERS) }
}

/** Whether a job is so already, from the day on for good. */
export function isSoAlready(terms: Terms, earlierTerms: readonly EarlierTerms[], change: BulkTerms): boolean {
  if (earlierTerms.some(({ until }) => until >= change.from)) return false
  switch (change.kind) {
    case 'window':
      return (
        terms.windowStart === (change.window?.start ?? null) &&
        terms.windowEnd === (change.window?.end ?? null)
      )
    case 'weekdays':
      return (
        terms.weekdays.length === change.weekdays.length &&
        change.weekdays.every((weekday) => terms.weekdays.includes(weekday))
      )
    case 'quantity':
      return terms.quantity === change.quantity
  }
}
