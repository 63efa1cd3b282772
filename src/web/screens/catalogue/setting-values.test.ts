import { describe, expect, test } from 'vitest'
import { readTyped, type Setting, typedOf } from './setting-values.ts'

function setting(change: Partial<Setting>): Setting {
  return {
    key: 'offerMinutes',
    group: 'offers',
    groupName: 'Offers',
    sentence: 'An offer is open for this long.',
    kind: 'number',
    unit: 'minutes',
    minimum: 1,
    maximum: 240,
    choices: [],
    byDefault: 10,
    value: 10,
    history: [],
    upcoming: [],
    ...change,
  }
}

describe('what was typed for a setting', () => {
  test.each<[Setting['kind'], string | null, string, unknown]>([
    ['number', 'minutes', '20', 20],
    ['number', 'minutes', ' 1,200 ', 1200],
    ['number', 'minutes', '1.5', null],
    ['number', 'minutes', '-3', null],
    ['number', 'minutes', '1e3', null],
    ['number', 'minutes', '', null],
    ['number', 'cents', '12.50', 1250],
    ['number', 'cents', '$1,200', 120_000],
    ['number', 'cents', '0', 0],
    ['number', 'cents', '1.005', null],
    ['number', 'cents', '19.99', 1999],
    ['number', 'basis_points', '12.5%', 1250],
    ['number', 'basis_points', '0.29', 29],
    ['number', 'basis_points', 'ten', null],
    ['numbers', 'days', '1, 3,7', [1, 3, 7]],
    ['numbers', 'days', '1, ,7', null],
    ['weekday', null, '3', 3],
    ['weekday', null, '8', null],
    ['time', null, '06:30', '06:30'],
    ['time', null, '', null],
    ['tax_by_service', 'basis_points', '1', null],
  ])('a %s of %s typed as "%s" is %j', (kind, unit, typed, value) => {
    expect(readTyped(setting({ kind, unit }), { value: typed })).toEqual(value)
  })

  test('is read year by year, without the years left empty', () => {
    const amounts = setting({ kind: 'by_year', unit: 'cents' })
    expect(readTyped(amounts, { 2026: '2000', 2027: '' })).toEqual({ 2026: 200_000 })
    expect(readTyped(amounts, { 2026: 'much' })).toBeNull()
    expect(readTyped(amounts, { 2026: '' })).toBeNull()
    const words = setting({ kind: 'choice_by_year', unit: null })
    expect(readTyped(words, { 2026: 'k', 2027: '' })).toEqual({ 2026: 'k' })
  })

  test.each<[Setting['kind'], string | null, Setting['value']]>([
    ['number', 'cents', 1_205],
    ['number', 'basis_points', 29],
    ['number', 'hours', 48],
    ['numbers', 'days', [1, 3, 7]],
    ['weekday', null, 6],
    ['time', null, '18:00'],
    ['by_year', 'cents', { 2025: 60_000, 2026: 200_000 }],
    ['choice_by_year', null, { 2026: 'k' }],
  ])('stands in the fields as it holds: a %s of %s, %j', (kind, unit, value) => {
    const shown = setting({ kind, unit })
    expect(readTyped(shown, typedOf(shown, value))).toEqual(value)
  })
})
