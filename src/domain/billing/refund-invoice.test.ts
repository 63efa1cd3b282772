import { describe, expect, test } from 'vitest'
import { addCents, cents } from '../money.ts'
import { shareOfInvoice } from './refund-invoice.ts'

const of = (amount: number, open: number, paid: number, parts: number[]) => {
  const shares = shareOfInvoice(cents(amount), {
    openCents: cents(open),
    paidCents: cents(paid),
    parts: parts.map(cents),
  })
  return [shares.offCents, shares.backCents, shares.creditCents]
}

describe('what is given back of an invoice', () => {
  test.each([
    ['is off what is open first', of(500, 4_000, 0, []), [500, [], 0]],
    [
      'then goes back through the charges in their order',
      of(2_000, 500, 3_500, [1_000, 2_500]),
      [500, [1_000, 500], 0],
    ],
    ['is credit where no charge is left', of(2_000, 0, 4_000, [600]), [0, [600], 1_400]],
    ['is credit where a check paid it', of(2_000, 0, 4_000, []), [0, [], 2_000]],
    ['never goes back twice where a charge paid too much', of(1_000, 0, 700, [5_000]), [0, [700], 300]],
    ['is nothing of what a bank has taken', of(1_000, 0, 4_000, [0, 0]), [0, [0, 0], 1_000]],
  ])('%s', (_what, shares, expected) => {
    expect(shares).toEqual(expected)
  })

  test('is the whole amount, however it is shared', () => {
    for (const amount of [1, 99, 1_234, 9_999])
      for (const open of [0, 50, 5_000])
        for (const parts of [[], [10], [700, 300, 9_000]]) {
          const [off, back, credit] = of(amount, open, 6_000, parts)
          const all = addCents(
            cents(Number(off)),
            cents(Number(credit)),
            ...[back].flat().map((each) => cents(Number(each))),
          )
          expect(all).toBe(amount)
        }
  })
})
