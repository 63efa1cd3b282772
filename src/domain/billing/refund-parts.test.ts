import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCents, type Cents, cents, ZERO_CENTS } from '../money.ts'
import {
  creditPartOf,
  leftOf,
  NOTHING_REFUNDED,
  type RefundableThing,
  type RefundSums,
  spreadRefund,
} from './refund-parts.ts'

const visit = (owed: number, pay: number, tax = 0): RefundableThing => ({
  owedCents: cents(owed),
  taxCents: cents(tax),
  crewPayCents: cents(pay),
  earlier: NOTHING_REFUNDED,
})
const claws = { clawsBackCrewPay: true }

describe('what a refund takes back (money D3)', () => {
  it.each<[string, RefundableThing[], number, number[], number[]]>([
    ['$1 of a $100 visit takes 1 % of its pay and tax', [visit(10_000, 6_650, 500)], 100, [67], [5]],
    ['all of it takes all', [visit(10_000, 6_650, 500)], 10_000, [6_650], [500]],
    [
      'two crews bear it by what is left of each',
      [visit(10_000, 7_000), visit(10_000, 7_000)],
      14_000,
      [4_900, 4_900],
      [0, 0],
    ],
    [
      'a tip goes back like the work beside it',
      [visit(2_000, 1_400), visit(500, 500)],
      1_250,
      [700, 250],
      [0, 0],
    ],
    [
      'work that a coupon paid whole has nothing to give',
      [visit(0, 1_400), visit(1_000, 700)],
      1_000,
      [0, 700],
      [0, 0],
    ],
  ])('%s', (_case, things, amount, crews, taxes) => {
    const parts = spreadRefund(things, cents(amount), claws)
    expect(parts.map((part) => part.crewCents)).toEqual(crews)
    expect(parts.map((part) => part.taxCents)).toEqual(taxes)
  })

  it('takes nothing of a crew that does not bear it, and its whole pay by what it bears in the end', () => {
    const kind = spreadRefund([visit(2_000, 1_400)], cents(500), { clawsBackCrewPay: false })
    expect(kind[0]).toMatchObject({ amountCents: 500, clawingCents: 0, crewCents: 0 })
    const rest = spreadRefund([{ ...visit(2_000, 1_400), earlier: kind[0]! }], cents(1_500), claws)
    expect(rest[0]).toMatchObject({ amountCents: 1_500, crewCents: 1_050 })
  })

  it('never takes more of a visit than it cost and paid, in any row of refunds, to the cent in the end', () => {
    const anyThing = fc
      .record({ owed: fc.nat(100_000), payPart: fc.nat(150), taxPart: fc.nat(10) })
      .map(({ owed, payPart, taxPart }) =>
        visit(owed, Math.floor((owed * payPart) / 100), Math.floor((owed * taxPart) / 100)),
      )
    const anyRefund = fc.record({ part: fc.integer({ min: 1, max: 100 }), claws: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(anyThing, { minLength: 1, maxLength: 6 }),
        fc.array(anyRefund),
        (made, refunds) => {
          let things = made
          for (const refund of [...refunds, { part: 100, claws: true }]) {
            const amount = cents(Math.ceil((leftOf(things) * refund.part) / 100))
            const parts = spreadRefund(things, amount, { clawsBackCrewPay: refund.claws })
            expect(sum(parts, 'amountCents')).toBe(amount)
            things = things.map((thing, index) => ({
              ...thing,
              earlier: added(thing.earlier, parts[index]!),
            }))
          }
          for (const { owedCents, taxCents, crewPayCents, earlier } of things) {
            expect(earlier.amountCents).toBe(owedCents)
            expect(earlier.taxCents).toBe(owedCents === 0 ? 0 : taxCents)
            expect(earlier.crewCents).toBeLessThanOrEqual(crewPayCents)
            if (earlier.clawingCents === owedCents && owedCents > 0)
              expect(earlier.crewCents).toBe(crewPayCents)
          }
        },
      ),
    )
  })
})

describe('what comes back as credit (money D9)', () => {
  it('is the part that credit paid, and all of it in the end', () => {
    const paid = { cardCents: cents(500), creditCents: cents(1_500) }
    const none = { amountCents: ZERO_CENTS, creditCents: ZERO_CENTS }
    expect(creditPartOf(paid, none, cents(2_000))).toBe(1_500)
    expect(creditPartOf(paid, none, cents(1_000))).toBe(750)
    expect(creditPartOf(paid, { amountCents: cents(1_000), creditCents: cents(750) }, cents(1_000))).toBe(750)
  })

  it('never asks a card for more than it paid, whatever was undone between', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.nat(50_000),
        fc.array(fc.tuple(fc.nat(100), fc.boolean())),
        (card, credit, steps) => {
          const paid = { cardCents: cents(card), creditCents: cents(credit) }
          const live: { amount: Cents; credit: Cents }[] = []
          for (const [part, isUndone] of steps) {
            const total = (key: 'amount' | 'credit') => addCents(ZERO_CENTS, ...live.map((each) => each[key]))
            const amount = cents(Math.floor(((card + credit - total('amount')) * part) / 100))
            const earlier = { amountCents: total('amount'), creditCents: total('credit') }
            live.push({ amount, credit: creditPartOf(paid, earlier, amount) })
            const made = live.at(-1)!
            expect(made.credit).toBeGreaterThanOrEqual(0)
            expect(made.credit).toBeLessThanOrEqual(made.amount)
            expect(total('credit')).toBeLessThanOrEqual(credit)
            expect(total('amount') - total('credit')).toBeLessThanOrEqual(card)
            if (isUndone) live.shift()
          }
        },
      ),
    )
  })
})

function sum(parts: readonly RefundSums[], key: keyof RefundSums): number {
  return parts.reduce((total, part) => total + part[key], 0)
}

function added(one: RefundSums, other: RefundSums): RefundSums {
  return {
    amountCents: addCents(one.amountCents, other.amountCents),
    taxCents: addCents(one.taxCents, other.taxCents),
    clawingCents: addCents(one.clawingCents, other.clawingCents),
    crewCents: addCents(one.crewCents, other.crewCents),
  }
}
