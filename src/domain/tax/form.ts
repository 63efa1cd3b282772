/** Which form a year asks for, from how much on, and how far a crew's form has come. */
import type { Cents } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import type { W9State } from './w9.ts'

type FormType = BusinessSettings['taxFormTypeByYear'][string]

export type YearRule = {
  readonly formType: FormType
  readonly thresholdCents: Cents
  /** The year whose threshold is used: an earlier one where none was set for the year itself. */
  readonly thresholdYear: number
}

export type FormState = 'none' | 'in_preparation' | 'ready' | 'sent'

export function ruleOfYear(
  { taxFormThresholdCentsByYear, taxFormTypeByYear }: BusinessSettings,
  year: number,
): YearRule {
  const threshold = newestBy(taxFormThresholdCentsByYear, year)
  return {
    formType: newestBy(taxFormTypeByYear, year).value,
    thresholdCents: threshold.value,
    thresholdYear: threshold.year,
  }
}

/** Whether a crew gets a form at all. */
export function needsForm({ formType, thresholdCents }: YearRule, paidCents: Cents): boolean {
  return formType !== 'none' && paidCents >= thresholdCents
}

/** A form that was sent stays sent, even where a payout came back after it and the form must be corrected. */
export function formStateOf(
  rule: YearRule,
  crew: {
    readonly paidCents: Cents
    readonly isYearOver: boolean
    readonly w9: W9State
    readonly isSent: boolean
  },
): FormState {
  if (crew.isSent) return 'sent'
  if (!needsForm(rule, crew.paidCents)) return 'none'
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
