import { describe, expect, it } from 'vitest'
import { conflictingPairs, isSettingKey, problemOfSetting, SETTING_BOUNDS } from './check.ts'
import { SETTING_GROUPS, SETTING_RULES, type SettingKey } from './groups.ts'
import type { NumberRule, SettingRule } from './rule.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { settingGroupNames } from './group-texts.ts'
import { settingSentences } from './texts.ts'

const rules = Object.entries(SETTING_RULES) as [SettingKey, SettingRule][]
const numbers = rules.filter((entry): entry is [SettingKey, NumberRule] => entry[1].kind === 'number')

describe('every setting', () => {
  it.each(rules)(
    '%s has a default that its own rule admits, and a sentence in both languages',
    (key, rule) => {
      expect(problemOfSetting(rule, rule.byDefault)).toBeNull()
      expect(settingSentences.en[key]).toMatch(/^\p{Lu}.*\.$/u)
      expect(settingSentences.es[key]).toMatch(/^\p{Lu}.*\.$/u)
    },
  )

  it.each(numbers)('%s is refused below and above its range, and admitted at both ends', (_key, rule) => {
    expect(rule.minimum).toBeLessThan(rule.maximum)
    expect(problemOfSetting(rule, rule.minimum - 1)).toBe('below_minimum')
    expect(problemOfSetting(rule, rule.minimum)).toBeNull()
    expect(problemOfSetting(rule, rule.maximum)).toBeNull()
    expect(problemOfSetting(rule, rule.maximum + 1)).toBe('above_maximum')
    for (const odd of [rule.minimum + 0.5, `${rule.minimum}`, null, true, Number.NaN])
      expect(problemOfSetting(rule, odd)).toBe('not_whole')
  })

  it('stands in one group', () => {
    const grouped = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group))
    expect(grouped.toSorted()).toEqual(rules.map(([key]) => key).toSorted())
    expect(Object.keys(settingGroupNames.en)).toEqual(Object.keys(SETTING_GROUPS))
  })
})

it.each<[SettingKey, unknown, string | null]>([
  ['payoutWeekday', 0, 'not_a_weekday'],
  ['payoutWeekday', 1, null],
  ['payoutWeekday', 7, null],
  ['payoutWeekday', 8, 'not_a_weekday'],
  ['payoutWeekday', '3', 'not_a_weekday'],
  ['payoutTime', '00:00', null],
  ['payoutTime', '23:59', null],
  ['payoutTime', '25:00', 'not_a_time'],
  ['payoutTime', '6:00', 'not_a_time'],
  ['payoutTime', 600, 'not_a_time'],
  ['dunningRetryDays', [1, 3, 7], null],
  ['dunningRetryDays', [1, 3, 3], 'not_rising'],
  ['dunningRetryDays', [7, 3], 'not_rising'],
  ['dunningRetryDays', [], 'not_whole'],
  ['dunningRetryDays', [0, 1], 'below_minimum'],
  ['dunningRetryDays', [1, 61], 'above_maximum'],
  ['dunningRetryDays', [1, 2.5], 'not_whole'],
  ['dunningRetryDays', Array.from({ length: 11 }, (_, at) => at + 1), 'too_many'],
  ['dunningRetryDays', 3, 'not_whole'],
  ['taxFormThresholdCentsByYear', { '2026': 200_000 }, null],
  ['taxFormThresholdCentsByYear', { '2026': -1 }, 'below_minimum'],
  ['taxFormThresholdCentsByYear', { '2026': 10_000_001 }, 'above_maximum'],
  ['taxFormThresholdCentsByYear', { '26': 200_000 }, 'not_by_year'],
  ['taxFormThresholdCentsByYear', {}, 'not_by_year'],
  ['taxFormThresholdCentsByYear', [1], 'not_by_year'],
  ['taxFormTypeByYear', { '2025': 'nec', '2026': 'k', '2027': 'none' }, null],
  ['taxFormTypeByYear', { '2026': 'misc' }, 'not_a_choice'],
  ['taxFormTypeByYear', { '2026': 200_000 }, 'not_a_choice'],
  ['taxFormTypeByYear', { nec: '2026' }, 'not_by_year'],
  ['taxFormTypeByYear', 'nec', 'not_by_year'],
])('%s as %j is judged %s', (key, value, problem) => {
  expect(problemOfSetting(SETTING_RULES[key], value)).toBe(problem)
})

it('knows its own keys, and no other', () => {
  expect(['offerMinutes', 'toString', '__proto__', ''].map(isSettingKey)).toEqual([true, false, false, false])
})

it('puts what is least before what is most', () => {
  expect(SETTING_BOUNDS.flatMap(([least]) => conflictingPairs(DEFAULT_SETTINGS, least))).toEqual([])
  const small = { ...DEFAULT_SETTINGS, tipMaximumCents: DEFAULT_SETTINGS.tipMinimumCents }
  expect(conflictingPairs(small, 'tipMaximumCents')).toEqual([])
  const wrong = { ...small, tipMaximumCents: (small.tipMinimumCents - 1) as typeof small.tipMaximumCents }
  expect(conflictingPairs(wrong, 'tipMaximumCents')).toEqual([['tipMinimumCents', 'tipMaximumCents']])
  expect(conflictingPairs(wrong, 'offerMinutes')).toEqual([])
  const noHours = { ...DEFAULT_SETTINGS, offerCivilUntil: DEFAULT_SETTINGS.offerCivilFrom }
  expect(conflictingPairs(noHours, 'offerCivilFrom')).toEqual([['offerCivilFrom', 'offerCivilUntil']])
})
