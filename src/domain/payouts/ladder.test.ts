import { expect, it } from 'vitest'
import { instant } from '../time.ts'
import { type PayAccount, type PayoutShown, payProblemOf, payStepOf } from './ladder.ts'

const NOW = instant(1_000)
const ready: PayAccount = { state: 'ready', isFrozen: false }
const payout = (state: PayoutShown['state'], more: Partial<PayoutShown> = {}): PayoutShown => ({
  state,
  isDelayed: false,
  isRefused: false,
  ...more,
})

it.each([
  ['waits until its time', 1_001, null, 'earned'],
  ['is available from then on', 1_000, null, 'available'],
  ['is available again after a payout that failed', 900, payout('failed'), 'available'],
  ['is on its way', 900, payout('sending'), 'sending'],
  ['is on its way to the bank', 900, payout('in_transit'), 'in_transit'],
  ['is in the bank', 900, payout('paid'), 'in_bank'],
  ['came back', 900, payout('returned'), 'returned'],
] as const)('%s', (_case, availableAt, of, step) => {
  expect(payStepOf({ availableAt: instant(availableAt), payout: of }, NOW)).toBe(step)
})

it.each([
  ['earned', null, { state: 'none', isFrozen: false }, null],
  ['available', null, ready, null],
  ['available', null, { state: 'none', isFrozen: false }, 'no_payout_account'],
  ['available', null, { state: 'pending', isFrozen: false }, 'no_payout_account'],
  ['available', null, { state: 'restricted', isFrozen: false }, 'account_blocked'],
  ['available', null, { state: 'ready', isFrozen: true }, 'account_frozen'],
  ['sending', payout('sending'), ready, null],
  ['sending', payout('sending', { isDelayed: true }), ready, 'delayed'],
  ['returned', payout('returned'), { state: 'restricted', isFrozen: false }, 'bank_returned'],
  [
    'returned',
    payout('returned', { isRefused: true }),
    { state: 'restricted', isFrozen: false },
    'account_blocked',
  ],
  ['returned', payout('returned'), ready, null],
  ['in_bank', payout('paid'), { state: 'restricted', isFrozen: true }, null],
] as const)('%s of %j with %j has the problem %s', (step, of, account, problem) => {
  expect(payProblemOf(step, of, account)).toBe(problem)
})
