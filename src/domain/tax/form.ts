/** Which form a year asks for, from how much on, and how far a crew's form has come. */
import { addCents, type Cents, cents } from '../money.ts'
import { SETTING_RULES } from '../settings/groups.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import type { W9State } from './w9.ts'

type FormType = BusinessSettings['taxFormTypeByYear'][string]

export type YearRule = {
  readonly formType: FormType
  /** From this amount on; form K above it. */
  readonly thresholdCents: Cents
  /** The year whose threshold is used: an earlier one where none was set for the year itself. */
  readonly thresholdYear: number
  /** Above this number of payments for work; null where their number does not matter. */
  readonly thresholdCount: number | null
  /** Whether the amount is the one that Crew comes with, or an operator's. */
  readonly isByDefault: boolean
}

/** What a crew was paid in a year, and for how many visits and tips. */
export type PaidInYear = { readonly paidCents: Cents; readonly transactionCount: number }

export type FormState = 'none' | 'in_preparation' | 'ready' | 'sent'

export function ruleOfYear(settings: BusinessSettings, year: number): YearRule {
  const formType = newestBy(settings.taxFormTypeByYear, year).value
  const isK = formType === 'k'
  const key = isK ? 'taxFormKThresholdCentsByYear' : 'taxFormThresholdCentsByYear'
  const threshold = newestBy(settings[key], year)
  const thresholdCount = isK ? settings.taxFormKTransactionCount : null
  const { byDefault } = SETTING_RULES[key]
  return {
    formType,
    thresholdCents: threshold.value,
    thresholdYear: threshold.year,
    thresholdCount,
    isByDefault:
      threshold.value === newestBy(byDefault, year).value &&
      (!isK || thresholdCount === SETTING_RULES.taxFormKTransactionCount.byDefault),
  }
}

/** Whether a crew gets a form at all. */
export function needsForm(rule: YearRule, { paidCents, transactionCount }: PaidInYear): boolean {
  if (rule.formType === 'none') return false
  return paidCents >= leastPaid(rule) && (rule.thresholdCount ?? -1) < transactionCount
}

/** The smallest amount with which a form is due. */
export function leastPaid({ formType, thresholdCents }: YearRule): Cents {
  return formType === 'k' ? addCents(thresholdCents, cents(1)) : thresholdCents
}

/** A form that was sent stays sent, even where a payout came back after it and the form must be corrected. */
export function formStateOf(
  rule: YearRule,
  crew: PaidInYear & {
    readonly isYearOver: boolean
    readonly w9: W9State
    readonly isSent: boolean
  },
): FormState {
  if (crew.isSent) return 'sent'
  if (!needsForm(rule, crew)) return 'none'
  return crew.isYearOver && crew.w9 === 'complete' ? 'ready' : 'in_preparation'
}

/** The year itself, else the newest before it; a year before all takes the oldest. */
function newestBy<Value>(
  byYear: Readonly<Record<string, Value>>,
  year: number,
): { readonly year: number; readonly value: Value } {
  const listed = Object.entries(byYear)
    .map(([key, value]) => ({ year: Number(key), value }))
    .toSorted((one, other) => one.year - other.year)
  return listed.findLast((each) => each.year <= year) ?? listed[0]!
}
