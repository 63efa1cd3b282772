/** How often a rhythm comes on average, and so about what it costs: for people to compare, never to be charged. */
import { type Cents, cents } from '../money.ts'
import { WEEKDAYS } from '../time.ts'
import type { Rhythm } from './rhythm.ts'

const WEEKS_A_YEAR = 52
const MONTHS_A_YEAR = 12

/** Visits a week while its season lasts, on average over a year. */
export function visitsAWeek(rhythm: Rhythm, weekdayCount: number): number {
  return timesAYear(rhythm, weekdayCount) / WEEKS_A_YEAR
}

/** `centsOf` is the price of a visit on each of the weekdays in question; a day of the month falls on all alike. */
export function aboutAWeek(rhythm: Rhythm, centsOf: readonly Cents[]): Cents {
  return share(rhythm, centsOf, WEEKS_A_YEAR)
}

/** The same for a month of the season. */
export function aboutAMonth(rhythm: Rhythm, centsOf: readonly Cents[]): Cents {
  return share(rhythm, centsOf, MONTHS_A_YEAR)
}

/** An average is said in whole dollars. */
export function roundToDollar(amount: Cents): Cents {
  return cents(Math.round(amount / 100) * 100)
}

function share(rhythm: Rhythm, centsOf: readonly Cents[], parts: number): Cents {
  if (centsOf.length === 0) return cents(0)
  const sum = centsOf.reduce((total, each) => total + each, 0)
  return cents(Math.round((sum * timesAYear(rhythm, centsOf.length)) / (centsOf.length * parts)))
}

function timesAYear(rhythm: Rhythm, weekdayCount: number): number {
  switch (rhythm.kind) {
    case 'weeks':
      return (WEEKS_A_YEAR * weekdayCount) / rhythm.every
    case 'month_day':
      return (MONTHS_A_YEAR * weekdayCount) / WEEKDAYS.length
    case 'month_weekday':
      return MONTHS_A_YEAR * weekdayCount
  }
}
