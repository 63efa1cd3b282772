/**
 * What public holidays do to weekly work (field 6). A rule set is the calendar of one hauler or city: it says on which
 * days its holidays fall and whether they move, cancel or leave the work. A holiday moves its own day and the rest of
 * its week by a day, only from the holiday on and never beyond Sunday: the week before and the week after stay.
 */

import { addDays, isLocalDate, type LocalDate, mondayOf, type Weekday, weekdayOf, yearOf } from '../time.ts'

export const HOLIDAY_EFFECTS = ['shift', 'skip', 'none'] as const
export const WEEKEND_RULES = ['ignore', 'keep', 'observe'] as const
export const SECOND_HOLIDAY_RULES = ['once', 'adds'] as const

/** A day of the month (29 February only where there is one), or a weekday by number, of which -1 is the last. */
type HolidayDate =
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly nth: number; readonly weekday: Weekday }

export type HolidayRule = {
  readonly key: string
  readonly on: HolidayDate
  readonly effect: (typeof HOLIDAY_EFFECTS)[number]
  /** Of one on a weekend: it does nothing, it counts on that day, or on the Friday or Monday beside it. */
  readonly weekend: (typeof WEEKEND_RULES)[number]
}

export type HolidayRuleSet = {
  readonly rules: readonly HolidayRule[]
  /** Two in one week move the rest of it by one day in all, or each by a day of its own. */
  readonly secondHoliday: (typeof SECOND_HOLIDAY_RULES)[number]
}

/** A rule as operators write it and a row keeps it: a day of the month, or null beside the number of a weekday. */
export type WrittenHolidayRule = Omit<HolidayRule, 'on'> & {
  readonly month: number
  readonly day: number | null
  readonly nth: number | null
  readonly weekday: Weekday | null
}

export type Holiday = {
  readonly key: string
  readonly date: LocalDate
  readonly effect: HolidayRule['effect']
}

export type HolidayEffect =
  | { readonly kind: 'stays' }
  | { readonly kind: 'shift'; readonly to: LocalDate; readonly holiday: string }
  | { readonly kind: 'skip'; readonly holiday: string }

export type HolidaysOn = (date: LocalDate) => HolidayEffect

const STAYS: HolidayEffect = { kind: 'stays' }

/** Whatever the order of their rules. */
export function areRulesAlike(one: HolidayRuleSet, other: HolidayRuleSet): boolean {
  const written = ({ rules }: HolidayRuleSet) =>
    rules
      .map(({ key, on, effect, weekend }) => {
        const date = 'day' in on ? [on.day] : [on.nth, on.weekday]
        return [key, effect, weekend, on.month, ...date].join(' ')
      })
      .toSorted()
      .join()
  return one.secondHoliday === other.secondHoliday && written(one) === written(other)
}

export function toRuleSet({
  secondHoliday,
  rules,
}: {
  readonly secondHoliday: HolidayRuleSet['secondHoliday']
  readonly rules: readonly WrittenHolidayRule[]
}): HolidayRuleSet {
  return {
    secondHoliday,
    rules: rules.map(({ key, month, day, nth, weekday, effect, weekend }) => ({
      key,
      effect,
      weekend,
      on: day === null ? { month, nth: nth!, weekday: weekday! } : { month, day },
    })),
  }
}

/** The holidays from a day to a day, both included, in order; those that weekends swallow are left out. */
export function holidaysBetween(ruleSet: HolidayRuleSet, from: LocalDate, to: LocalDate): Holiday[] {
  const holidays: Holiday[] = []
  // New Year's Day may be observed in the year before.
  for (let year = yearOf(from) - 1; year <= yearOf(to) + 1; year++)
    for (const rule of ruleSet.rules) {
      const date = dateIn(rule, year)
      if (date !== null && date >= from && date <= to)
        holidays.push({ key: rule.key, date, effect: rule.effect })
    }
  return holidays.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** What becomes of work that its rule sets on a date. */
export function effectOn(ruleSet: HolidayRuleSet, date: LocalDate): HolidayEffect {
  const monday = mondayOf(date)
  const sunday = addDays(monday, 6)
  const week = holidaysBetween(ruleSet, monday, sunday).filter(({ effect }) => effect !== 'none')
  const skipped = week.find((holiday) => holiday.effect === 'skip' && holiday.date === date)
  if (skipped !== undefined) return { kind: 'skip', holiday: skipped.key }
  let to = date
  let cause: string | null = null
  for (const holiday of week) {
    // Work that was moved onto a day without work goes on to the next.
    const isPassed = holiday.effect === 'skip' && holiday.date === to && cause !== null
    const isMoving =
      holiday.effect === 'shift' && holiday.date <= to && (cause === null || ruleSet.secondHoliday === 'adds')
    if (isPassed || isMoving) {
      to = addDays(to, 1)
      cause ??= holiday.key
    }
  }
  if (to > sunday) to = sunday
  return cause === null || to === date ? STAYS : { kind: 'shift', to, holiday: cause }
}

/** The same, computed once a date: thousands of jobs share one calendar. */
export function rememberHolidays(ruleSet: HolidayRuleSet): HolidaysOn {
  const known = new Map<LocalDate, HolidayEffect>()
  return (date) => {
    const found = known.get(date) ?? effectOn(ruleSet, date)
    known.set(date, found)
    return found
  }
}

/** Dates of rules whose work the two rule sets treat differently. */
export function changedDates(
  before: HolidaysOn,
  after: HolidaysOn,
  from: LocalDate,
  to: LocalDate,
): LocalDate[] {
  const changed: LocalDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    if (!isSameEffect(before(date), after(date))) changed.push(date)
  return changed
}

function isSameEffect(one: HolidayEffect, other: HolidayEffect): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function dateIn({ on, weekend }: HolidayRule, year: number): LocalDate | null {
  const date = 'day' in on ? fixedDate(year, on) : nthWeekday(year, on)
  if (date === null || weekdayOf(date) <= 5 || weekend === 'keep') return date
  if (weekend === 'ignore') return null
  return addDays(date, weekdayOf(date) === 6 ? -1 : 1)
}

function fixedDate(year: number, { month, day }: { month: number; day: number }): LocalDate | null {
  const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return isLocalDate(text) ? text : null
}

function nthWeekday(
  year: number,
  { month, nth, weekday }: { month: number; nth: number; weekday: Weekday },
): LocalDate | null {
  if (nth < 0) {
    const first = fixedDate(month === 12 ? year + 1 : year, { month: (month % 12) + 1, day: 1 })!
    const last = addDays(first, -1)
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
  }
  const first = fixedDate(year, { month, day: 1 })!
  const day = 1 + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7
  return fixedDate(year, { month, day })
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
