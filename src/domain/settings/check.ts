/** Whether a value may stand for a setting. What is stored was checked here, and is checked here when it is read. */

import { isLocalTime, WEEKDAYS } from '../time.ts'
import { SETTING_GROUPS, SETTING_RULES, type SettingGroup, type SettingKey } from './groups.ts'
import type { SettingRule, SettingValue } from './rule.ts'
import type { BusinessSettings } from './settings.ts'
import { TAX_PARTS } from './tax-rates.ts'

export type SettingProblem =
  | 'not_whole'
  | 'below_minimum'
  | 'above_maximum'
  | 'not_a_weekday'
  | 'not_a_time'
  | 'not_rising'
  | 'too_many'
  | 'not_by_year'
  | 'not_a_choice'
  | 'not_by_service'

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_RULES, key)
}

export function isSettingGroup(group: string): group is SettingGroup {
  return Object.hasOwn(SETTING_GROUPS, group)
}

/** Null where the value is as the rule asks. */
export function problemOfSetting(rule: SettingRule, value: unknown): SettingProblem | null {
  switch (rule.kind) {
    case 'number':
      return problemOfNumber(rule, value)
    case 'numbers':
      return problemOfNumbers(rule, value)
    case 'weekday':
      return WEEKDAYS.some((day) => day === value) ? null : 'not_a_weekday'
    case 'time':
      return typeof value === 'string' && isLocalTime(value) ? null : 'not_a_time'
    case 'by_year':
      return problemOfYears(value, (each) => problemOfNumber(rule, each))
    case 'choice_by_year':
      return problemOfYears(value, (each) =>
        rule.choices.some((choice) => choice === each) ? null : 'not_a_choice',
      )
    case 'tax_by_service':
      return problemOfTaxes(rule, value)
  }
}

export function admits(rule: SettingRule, value: unknown): value is SettingValue {
  return problemOfSetting(rule, value) === null
}

/** Two settings of which the first may not be greater than (or, of times, as late as) the second. */
export const SETTING_BOUNDS: readonly (readonly [SettingKey, SettingKey])[] = [
  ['offerPayRaiseBasisPoints', 'offerPayRaiseCapBasisPoints'],
  ['offerCivilFrom', 'offerCivilUntil'],
  ['extraWorkMinimumCents', 'extraWorkMaximumCents'],
  ['tipMinimumCents', 'tipMaximumCents'],
]

/** The pairs of which a change of `key` would put the wrong one first. */
export function conflictingPairs(
  settings: BusinessSettings,
  key: SettingKey,
): (readonly [SettingKey, SettingKey])[] {
  return SETTING_BOUNDS.filter(([least, most]) => least === key || most === key).filter(
    ([least, most]) =>
      settings[least] > settings[most] ||
      (SETTING_RULES[least].kind === 'time' && settings[least] === settings[most]),
  )
}

function problemOfNumber(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  value: unknown,
): SettingProblem | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'not_whole'
  if (value < minimum) return 'below_minimum'
  return value > maximum ? 'above_maximum' : null
}

function problemOfNumbers(
  rule: Extract<SettingRule, { kind: 'numbers' }>,
  value: unknown,
): SettingProblem | null {
  if (!Array.isArray(value) || value.length === 0) return 'not_whole'
  if (value.length > rule.maximumCount) return 'too_many'
  const problem = value.map((each) => problemOfNumber(rule, each)).find((each) => each !== null)
  if (problem !== undefined) return problem
  return value.every((each, at) => at === 0 || each > value[at - 1]) ? null : 'not_rising'
}

function problemOfYears(
  value: unknown,
  problemOf: (each: unknown) => SettingProblem | null,
): SettingProblem | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_by_year'
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.some(([year]) => !/^20\d\d$/.test(year))) return 'not_by_year'
  return entries.map(([, each]) => problemOf(each)).find((each) => each !== null) ?? null
}

/** A service may be taxed by none: that is a rate of its own, too. */
function problemOfTaxes(
  rule: Extract<SettingRule, { kind: 'tax_by_service' }>,
  value: unknown,
): SettingProblem | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_by_service'
  const entries = Object.entries(value)
  if (entries.length > MOST_SERVICES || entries.some(([service]) => !/^[a-z][a-z0-9_-]{0,39}$/.test(service)))
    return 'not_by_service'
  return entries.map(([, parts]) => problemOfParts(rule, parts)).find((each) => each !== null) ?? null
}

function problemOfParts(
  rule: Extract<SettingRule, { kind: 'tax_by_service' }>,
  value: unknown,
): SettingProblem | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_by_service'
  const given = new Map<string, unknown>(Object.entries(value))
  if (given.size !== TAX_PARTS.length || TAX_PARTS.some((part) => !given.has(part))) return 'not_by_service'
  const problem = [...given.values()].map((each) => problemOfNumber(rule, each)).find((each) => each !== null)
  if (problem !== undefined) return problem
  const sum = [...given.values()].reduce<number>((total, each) => total + Number(each), 0)
  return problemOfNumber(rule, sum)
}

const MOST_SERVICES = 200
