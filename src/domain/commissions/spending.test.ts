import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import {
  type CommissionShown,
  type CommissionState,
  commissionStateOf,
  decideSpending,
  type Spendable,
  spendableCents,
} from './spending.ts'

const left = (...amounts: number[]): Spendable[] =>
  amounts.map((amount, index) => ({ id: `${index}`, leftCents: cents(amount) }))
const spend = (
  of: Spendable[],
  amountCents: number,
  kind: 'credit' | 'withdrawal' | 'with_payout' = 'credit',
) => decideSpending(of, { kind, amountCents }, DEFAULT_SETTINGS)

it.each([
  ['the oldest first', left(300, 500), 400, [300, 100]],
  ['all of it', left(300, 500), 800, [300, 500]],
  ['what went below zero is left out and paid off', left(-200, 300, 500), 600, [300, 300]],
])('%s', (_name, of, amount, used) => {
  const uses = spend(of, amount)
  expect(isRefusal(uses) ? uses : uses.map(({ amountCents }) => amountCents)).toEqual(used)
})

it.each([
  [left(300), 301, 'credit', 'nothing_available'],
  [left(-200, 300), 101, 'credit', 'nothing_available'],
  [left(-500), 1, 'credit', 'nothing_available'],
  [left(), 1, 'credit', 'nothing_available'],
  [left(2_000), 999, 'withdrawal', 'below_withdrawal_minimum'],
  [left(2_000), 0, 'credit', 'amount_invalid'],
  [left(2_000), -5, 'credit', 'amount_invalid'],
  [left(2_000), 0.5, 'credit', 'amount_invalid'],
  [left(2_000), Number.MAX_VALUE, 'credit', 'amount_invalid'],
] as const)('of %j, %d cents as %s is refused: %s', (of, amount, kind, refused) => {
  expect(spend([...of], amount, kind)).toEqual({ refused })
})

it('has no minimum as credit or with a crew’s pay', () => {
  expect(spend(left(2_000), 1)).toHaveLength(1)
  expect(spend(left(2_000), 1, 'with_payout')).toHaveLength(1)
  expect(spend(left(2_000), 1_000, 'withdrawal')).toHaveLength(1)
})

it('never takes more than there is, nor another sum than was asked, nor out of what has nothing', () => {
  const amounts = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 20_000 }), (each, wanted) => {
      const of = left(...each)
      const uses = spend(of, wanted)
      if (isRefusal(uses)) {
        expect(spendableCents(of)).toBeLessThan(wanted)
        return
      }
      expect(uses.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(wanted)
      for (const { id, amountCents } of uses) {
        expect(amountCents).toBeGreaterThan(0)
        expect(amountCents).toBeLessThanOrEqual(of[Number(id)]!.leftCents)
      }
    }),
  )
})

const shown: CommissionShown = {
  amountCents: 500,
  reversedCents: 0,
  usedCents: 0,
  isReleased: true,
  isParked: false,
  lastUse: null,
}
const used = (kind: 'credit' | 'withdrawal' | 'with_payout', payoutState: string | null = null) => ({
  usedCents: 500,
  lastUse: { kind, payoutState },
})

it.each<[CommissionState, Partial<CommissionShown>]>([
  ['pending', { isReleased: false }],
  ['parked', { isReleased: false, isParked: true }],
  ['parked', { isParked: true }],
  ['available', {}],
  ['available', { reversedCents: 200 }],
  ['available', { ...used('credit'), usedCents: 200 }],
  ['spent', used('credit')],
  ['spent', { ...used('credit'), usedCents: 300, reversedCents: 200 }],
  ['on_its_way', used('with_payout')],
  ['on_its_way', used('withdrawal', 'sending')],
  ['on_its_way', used('withdrawal', 'in_transit')],
  ['in_bank', used('withdrawal', 'paid')],
  ['returned', used('withdrawal', 'returned')],
  ['reversed', { reversedCents: 500 }],
  ['reversed', { reversedCents: 500, isReleased: false }],
])('is %s with %j', (state, change) => {
  expect(commissionStateOf({ ...shown, ...change })).toBe(state)
})
