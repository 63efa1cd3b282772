/** What one setting may be: its unit, its range and what holds where nobody set it. */

import { basisPoints, type Cents, cents } from '../money.ts'
import { type LocalTime, localTime, type Weekday } from '../time.ts'
import { MOST_TAX_BASIS_POINTS, type TaxParts } from './tax-rates.ts'

export type SettingUnit =
  | 'cents'
  | 'basis_points'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'months'
  | 'feet'
  | 'count'

type Range = { readonly unit: SettingUnit; readonly minimum: number; readonly maximum: number }

/** A whole number. */
export type NumberRule<Value extends number = number> = Range & {
  readonly kind: 'number'
  readonly byDefault: Value
}

/** Whole numbers, each greater than the one before. */
export type NumbersRule = Range & {
  readonly kind: 'numbers'
  readonly maximumCount: number
  readonly byDefault: readonly number[]
}

export type WeekdayRule = { readonly kind: 'weekday'; readonly byDefault: Weekday }
export type TimeRule = { readonly kind: 'time'; readonly byDefault: LocalTime }

/** An amount by year; a year that is not listed takes the newest one before it. */
export type ByYearRule = Range & {
  readonly kind: 'by_year'
  readonly byDefault: Readonly<Record<string, Cents>>
}

/** One of some words by year; read as amounts by year are. */
export type ChoiceByYearRule<Choice extends string = string> = {
  readonly kind: 'choice_by_year'
  readonly choices: readonly Choice[]
  readonly byDefault: Readonly<Record<string, Choice>>
}

/** Rates of sales tax by service, each by the authorities that levy it; their sum is within the range. */
export type TaxByServiceRule = Range & {
  readonly kind: 'tax_by_service'
  readonly byDefault: Readonly<Record<string, TaxParts>>
}

export type SettingRule =
  | NumberRule
  | NumbersRule
  | WeekdayRule
  | TimeRule
  | ByYearRule
  | ChoiceByYearRule
  | TaxByServiceRule

export type SettingValue =
  | number
  | string
  | readonly number[]
  | Readonly<Record<string, number>>
  | Readonly<Record<string, string>>
  | Readonly<Record<string, TaxParts>>

/** A rule for whole numbers of a unit: minimum, maximum, default. */
const numbersOf =
  <Value extends number>(unit: SettingUnit, brand: (value: number) => Value) =>
  (minimum: number, maximum: number, byDefault: number): NumberRule<Value> => ({
    kind: 'number',
    unit,
    minimum,
    maximum,
    byDefault: brand(byDefault),
  })

const plain = (value: number): number => value

export const amount = numbersOf('cents', cents)
export const share = numbersOf('basis_points', basisPoints)
export const seconds = numbersOf('seconds', plain)
export const minutes = numbersOf('minutes', plain)
export const hours = numbersOf('hours', plain)
export const days = numbersOf('days', plain)
export const months = numbersOf('months', plain)
export const feet = numbersOf('feet', plain)
export const count = numbersOf('count', plain)

export function rising(
  unit: SettingUnit,
  minimum: number,
  maximum: number,
  byDefault: readonly number[],
): NumbersRule {
  return { kind: 'numbers', unit, minimum, maximum, maximumCount: 10, byDefault }
}

export function weekday(byDefault: Weekday): WeekdayRule {
  return { kind: 'weekday', byDefault }
}

/** A local time on the place's clock. */
export function time(byDefault: string): TimeRule {
  return { kind: 'time', byDefault: localTime(byDefault) }
}

export function amountByYear(
  minimum: number,
  maximum: number,
  byDefault: Readonly<Record<string, Cents>>,
): ByYearRule {
  return {
    kind: 'by_year',
    unit: 'cents',
    minimum,
    maximum,
    byDefault,
  }
}

export function taxByService(byDefault: Readonly<Record<string, TaxParts>>): TaxByServiceRule {
  return {
    kind: 'tax_by_service',
    unit: 'basis_points',
    minimum: 0,
    maximum: MOST_TAX_BASIS_POINTS,
    byDefault,
  }
}

export function choiceByYear<const Choice extends string>(
  choices: readonly Choice[],
  byDefault: Readonly<Record<string, Choice>>,
): ChoiceByYearRule<Choice> {
  return { kind: 'choice_by_year', choices, byDefault }
}
