import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { decideCreditChange, decideWriteOff, mostToGive, payWithCredit } from './corrections.ts'

const LIMITS = { manualCreditMaximumCents: cents(20_000), manualCreditMonthCents: cents(50_000) }

describe('giving and taking credit by hand', () => {
  it.each([
    ['within the limits', 'given', 20_000, 100, 0, { amountCents: 20_000, creditAfterCents: 20_100 }],
    ['above the limit of one gift', 'given', 20_001, 0, 0, { refused: 'credit_above_limit' }],
    [
      'up to the limit of the month',
      'given',
      10_000,
      0,
      40_000,
      { amountCents: 10_000, creditAfterCents: 10_000 },
    ],
    ['above the limit of the month', 'given', 10_001, 0, 40_000, { refused: 'credit_above_limit' }],
    ['nothing', 'given', 0, 0, 0, { refused: 'amount_invalid' }],
    ['less than nothing', 'given', -1, 0, 0, { refused: 'amount_invalid' }],
    ['half a cent', 'given', 0.5, 0, 0, { refused: 'amount_invalid' }],
    ['more than numbers can count', 'given', 2 ** 60, 0, 0, { refused: 'amount_invalid' }],
    ['all that is there', 'taken', 700, 700, 0, { amountCents: 700, creditAfterCents: 0 }],
    ['more than is there', 'taken', 701, 700, 0, { refused: 'credit_not_enough' }],
    [
      'above the limit of gifts, which binds nobody who takes',
      'taken',
      30_000,
      30_000,
      50_000,
      { creditAfterCents: 0 },
    ],
  ] as const)('%s', (_what, kind, amountCents, credit, lately, expected) => {
    const standing = { creditCents: cents(credit), givenLatelyCents: cents(lately) }
    expect(decideCreditChange({ kind, amountCents }, standing, LIMITS)).toMatchObject(expected)
  })

  it('never gives more than a limit, nor leaves less than nothing', () => {
    const amount = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(
        fc.constantFrom('given', 'taken'),
        amount,
        amount,
        amount,
        (kind, wanted, credit, lately) => {
          const standing = { creditCents: cents(credit), givenLatelyCents: cents(lately) }
          const decided = decideCreditChange({ kind, amountCents: wanted }, standing, LIMITS)
          if (isRefusal(decided)) return
          expect(decided.creditAfterCents).toBeGreaterThanOrEqual(0)
          expect(Math.abs(decided.creditAfterCents - credit)).toBe(wanted)
          if (kind === 'given') expect(wanted).toBeLessThanOrEqual(mostToGive(cents(lately), LIMITS))
        },
      ),
    )
  })
})

describe('what credit pays of what is due', () => {
  const due = (...totals: number[]) =>
    totals.map((total, index) => ({ paymentId: `p${index}`, totalCents: cents(total) }))

  it.each([
    [
      'the oldest first',
      3_000,
      [2_000, 2_000],
      [
        ['p0', 2_000, 0],
        ['p1', 1_000, 1_000],
      ],
    ],
    ['nothing without credit', 0, [2_000], []],
    ['never leaves what no card can be charged', 1_980, [2_000], [['p0', 1_950, 50]]],
  ] as const)('%s', (_what, credit, totals, expected) => {
    const paid = payWithCredit(cents(credit), due(...totals))
    expect(paid.map((each) => [each.paymentId, each.amountCents, each.leftCents])).toEqual(expected)
  })

  it('is never more than there is, and leaves nothing or what a card can be charged', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), amounts, (credit, totals) => {
        const paid = payWithCredit(cents(credit), due(...totals))
        expect(paid.reduce((sum, each) => sum + each.amountCents, 0)).toBeLessThanOrEqual(credit)
        for (const { leftCents } of paid) expect(leftCents === 0 || leftCents >= 50).toBe(true)
      }),
    )
  })
})

describe('writing off', () => {
  it.each([
    ['due', 2_000, { amountCents: 2_000 }],
    ['declined', 2_000, { amountCents: 2_000 }],
    ['charging', 2_000, { refused: 'payment_under_way' }],
    ['paid', 2_000, { refused: 'wrong_state' }],
    ['written_off', 2_000, { refused: 'wrong_state' }],
    ['due', 0, { refused: 'wrong_state' }],
  ] as const)('a payment that is %s', (state, total, expected) => {
    expect(decideWriteOff({ state, totalCents: cents(total) })).toEqual(expected)
  })
})
