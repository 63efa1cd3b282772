import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { type EarnedFrom, planTransfers } from './transfers.ts'

const from = (intentId: string | null, earned: number, left = earned * 2): EarnedFrom => ({
  intentId,
  earnedCents: cents(earned),
  leftCents: cents(left),
})

it.each([
  ['one charge gives what its visit earned', 1_400, [from('pi_1', 1_400)], [['pi_1', 1_400]]],
  [
    'what no card paid comes out of our balance',
    2_000,
    [from('pi_1', 1_400), from(null, 600)],
    [
      ['pi_1', 1_400],
      [null, 600],
    ],
  ],
  [
    'a charge that was refunded gives only what is left of it',
    1_400,
    [from('pi_1', 1_400, 300)],
    [
      ['pi_1', 300],
      [null, 1_100],
    ],
  ],
  ['a charge that has nothing left gives nothing', 1_400, [from('pi_1', 1_400, 0)], [[null, 1_400]]],
  [
    'a debt and a fee are taken off our own part first',
    1_500,
    [from('pi_1', 1_400), from(null, 600)],
    [
      ['pi_1', 1_400],
      [null, 100],
    ],
  ],
  [
    'and then off the last charge',
    900,
    [from('pi_1', 700), from('pi_2', 700)],
    [
      ['pi_1', 700],
      ['pi_2', 200],
    ],
  ],
])('%s', (_name, amount, earned, planned) => {
  expect(
    planTransfers(cents(amount), earned).map(({ sourceIntentId, amountCents }) => [
      sourceIntentId,
      amountCents,
    ]),
  ).toEqual(planned)
})

it('sums to the amount exactly, and takes from no charge more than it has', () => {
  const source = fc.record({
    intentId: fc.option(fc.uuid()),
    earnedCents: fc.nat(100_000).map(cents),
    leftCents: fc.nat(100_000).map(cents),
  })
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.uniqueArray(source, { selector: ({ intentId }) => intentId }),
      (amount, earned) => {
        const planned = planTransfers(cents(amount), earned)
        expect(planned.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(amount)
        for (const { sourceIntentId, amountCents } of planned) {
          const left = earned.find(({ intentId }) => intentId === sourceIntentId)?.leftCents ?? amountCents
          expect(amountCents).toBeGreaterThan(0)
          if (sourceIntentId !== null) expect(amountCents).toBeLessThanOrEqual(left)
        }
      },
    ),
  )
})
