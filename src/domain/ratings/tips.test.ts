import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { decideTip, suggestTips } from './tips.ts'

const { tipMinimumCents: least, tipMaximumCents: most } = DEFAULT_SETTINGS

it.each([
  ['the least', { state: 'completed', hasTip: false }, least, { amountCents: least }],
  ['the most', { state: 'completed', hasTip: false }, most, { amountCents: most }],
  ['less', { state: 'completed', hasTip: false }, least - 1, { refused: 'amount_invalid' }],
  ['more', { state: 'completed', hasTip: false }, most + 1, { refused: 'amount_invalid' }],
  ['half a cent', { state: 'completed', hasTip: false }, 500.5, { refused: 'amount_invalid' }],
  ['a second one', { state: 'completed', hasTip: true }, 500, { refused: 'already_tipped' }],
  ['before the work', { state: 'in_progress', hasTip: false }, 500, { refused: 'visit_not_completed' }],
] as const)('a tip: %s', (_name, visit, amount, expected) => {
  expect(decideTip(visit, amount, DEFAULT_SETTINGS)).toEqual(expected)
})

it.each([0, -1, 0.5, 1e21, Number.NaN])('M8: a tip of %d cents is refused', (amount) => {
  expect(decideTip({ state: 'completed', hasTip: false }, amount, DEFAULT_SETTINGS)).toEqual({
    refused: 'amount_invalid',
  })
})

it.each([
  ['of a small visit', 1_200, [300, 500, 1_000]],
  ['without a price', null, [300, 500, 1_000]],
  ['of a clean', 18_900, [1_900, 2_800, 3_800]],
  ['within the bounds', 400_000, [40_000]],
] as const)('tips %s are offered in whole dollars', (_name, price, expected) => {
  expect(suggestTips(price === null ? null : cents(price), DEFAULT_SETTINGS)).toEqual(expected)
})
