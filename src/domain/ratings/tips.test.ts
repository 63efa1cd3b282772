import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { decideTip } from './tips.ts'

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
