import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, ZERO_CENTS } from '../money.ts'
import { decideRefund, proportionalReversal } from './refunds.ts'

const payment = { paidCents: cents(1_000), refundedCents: cents(300) }

describe('a refund', () => {
  it.each([
    [200, { amountCents: 200, refundedAfterCents: 500, isWhole: false }],
    [700, { amountCents: 700, refundedAfterCents: 1_000, isWhole: true }],
    ['rest' as const, { amountCents: 700, refundedAfterCents: 1_000, isWhole: true }],
  ])('of %s of what is left', (amount, refund) => {
    expect(decideRefund(payment, amount)).toEqual(refund)
  })

  it.each([
    [701, 'refund_above_paid'],
    [0, 'amount_invalid'],
    [-1, 'amount_invalid'],
    [0.5, 'amount_invalid'],
    [1e21, 'amount_invalid'],
    [Number.NaN, 'amount_invalid'],
  ])('M8, M10: of %d cents is refused', (amount, reason) => {
    expect(decideRefund(payment, amount)).toEqual({ refused: reason })
  })

  it('M10: of the rest is refused where nothing is left, and any where nothing was paid', () => {
    expect(decideRefund({ paidCents: cents(5), refundedCents: cents(5) }, 'rest')).toEqual({
      refused: 'refund_above_paid',
    })
    expect(decideRefund({ paidCents: ZERO_CENTS, refundedCents: ZERO_CENTS }, 'rest')).toEqual({
      refused: 'nothing_paid',
    })
  })
})

describe('what a refund takes back', () => {
  it('field 22: of a 5 % commission is its part, and all of it in the end', () => {
    const paid = cents(1_999)
    const back = (before: number, after: number) =>
      proportionalReversal(cents(100), paid, {
        refundedBeforeCents: cents(before),
        refundedAfterCents: cents(after),
      })
    expect([back(0, 666), back(666, 1_332), back(1_332, 1_999)]).toEqual([33, 34, 33])
  })

  it('sums exactly over any row of partial refunds, and is never negative', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat(10_000_000),
        fc.array(fc.nat(1_000), { maxLength: 12 }),
        (paid, derived, parts) => {
          const stops = parts.reduce<number[]>(
            (sums, part) => [...sums, Math.min(paid, (sums.at(-1) ?? 0) + part)],
            [],
          )
          let before = 0
          let takenBack = 0
          for (const after of [...stops, paid]) {
            const part = proportionalReversal(cents(derived), cents(paid), {
              refundedBeforeCents: cents(before),
              refundedAfterCents: cents(after),
            })
            expect(part).toBeGreaterThanOrEqual(0)
            takenBack += part
            before = after
          }
          expect(takenBack).toBe(derived)
        },
      ),
    )
  })

  it('is nothing of a payment of nothing', () => {
    const refund = { refundedBeforeCents: ZERO_CENTS, refundedAfterCents: ZERO_CENTS }
    expect(proportionalReversal(cents(10), ZERO_CENTS, refund)).toBe(0)
  })
})
