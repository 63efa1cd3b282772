import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents } from '../money.ts'
import { instant } from '../time.ts'
import {
  type CouponTerms,
  type CouponUser,
  couponFault,
  couponState,
  givenFor,
  givenForAll,
  giftAfter,
  giftOf,
  mostItGives,
} from './coupons.ts'

const NOW = instant(1_000_000)

const TERMS: CouponTerms = {
  code: 'TEN',
  creditCents: cents(1_000),
  shareBasisPoints: null,
  mostUses: null,
  mostUsesEach: null,
  budgetCents: null,
  serviceKey: null,
  isFirstOrderOnly: false,
  marketId: null,
  validFrom: null,
  validUntil: null,
  endedFrom: null,
  useCount: 0,
  givenCents: cents(0),
}

const USER: CouponUser = { marketId: 'denver', ownUses: 0, ownCents: cents(0), hasOrdered: false }

describe('a coupon', () => {
  it.each<[string, Partial<CouponTerms>, Partial<CouponUser>, ReturnType<typeof couponFault>]>([
    ['gives without limits', {}, {}, null],
    ['gives from its first instant on', { validFrom: NOW }, {}, null],
    ['has not begun before it', { validFrom: instant(NOW + 1) }, {}, 'not_begun'],
    ['gives until its end', { validUntil: instant(NOW + 1) }, {}, null],
    ['is over at its end', { validUntil: NOW }, {}, 'over'],
    ['is over where an operator ended it', { endedFrom: NOW, validUntil: instant(NOW + 9) }, {}, 'over'],
    ['gives until the day of that', { endedFrom: instant(NOW + 1) }, {}, null],
    ['gives in its city', { marketId: 'denver' }, {}, null],
    ['gives nothing in another', { marketId: 'phoenix' }, {}, 'elsewhere'],
    ['for a first order gives to newcomers', { isFirstOrderOnly: true }, {}, null],
    ['for a first order gives nothing later', { isFirstOrderOnly: true }, { hasOrdered: true }, 'first_only'],
    ['for a first order gives a card once', { isFirstOrderOnly: true }, { ownUses: 1 }, 'first_only'],
    ['gives as often as each may', { mostUsesEach: 2 }, { ownUses: 1 }, null],
    ['gives no oftener', { mostUsesEach: 2 }, { ownUses: 2 }, 'used_by_you'],
    ['gives what is left of its amount', {}, { ownCents: cents(999) }, null],
    ['gives its amount once', {}, { ownCents: cents(1_000) }, 'used_by_you'],
    ['has its last use', { mostUses: 3, useCount: 2 }, {}, null],
    ['is used up after it', { mostUses: 3, useCount: 3 }, {}, 'used_up'],
    ['gives the last cent of its budget', { budgetCents: cents(500), givenCents: cents(499) }, {}, null],
    ['gives nothing above it', { budgetCents: cents(500), givenCents: cents(500) }, {}, 'budget_spent'],
  ])('%s', (_, terms, user, fault) => {
    const coupon = { ...TERMS, ...terms }
    const customer = { ...USER, ...user }
    expect(couponFault(coupon, customer, NOW)).toBe(fault)
    expect(giftOf(coupon, customer, NOW) === null).toBe(fault !== null)
  })

  it('gives a share of each piece of work, and no more than is left', () => {
    const terms = {
      ...TERMS,
      creditCents: null,
      shareBasisPoints: basisPoints(1_500),
      budgetCents: cents(400),
    }
    const gift = giftOf(terms, USER, NOW)!
    expect(givenFor(gift, 'bins', cents(2_000))).toBe(300)
    expect(givenFor(giftAfter(gift, cents(300)), 'bins', cents(2_000))).toBe(100)
  })

  it('gives for its service only', () => {
    const gift = giftOf({ ...TERMS, serviceKey: 'lawn' }, USER, NOW)!
    expect(givenFor(gift, 'bins', cents(2_000))).toBe(0)
    expect(givenFor(gift, 'lawn', cents(2_000))).toBe(1_000)
  })

  it('gives what is left of its amount and of its uses, and is used by what it gave', () => {
    const user = { ...USER, ownCents: cents(300), ownUses: 1 }
    const gift = giftOf({ ...TERMS, mostUses: 9, useCount: 6, mostUsesEach: 5 }, user, NOW)!
    expect(gift).toMatchObject({ leftCents: 700, usesLeft: 3 })
    expect(giftOf({ ...TERMS, mostUsesEach: 3 }, user, NOW)).toMatchObject({ usesLeft: 2 })
    expect(giftAfter(gift, cents(200))).toMatchObject({ leftCents: 500, usesLeft: 2 })
    // Work for which it gives nothing leaves it as it is.
    expect(giftAfter(gift, cents(0))).toEqual(gift)
  })

  it('counts pieces of work, not money', () => {
    const gift = giftOf({ ...TERMS, mostUsesEach: 2 }, USER, NOW)
    const works = [
      { serviceKey: 'bins', priceCents: cents(300), count: 5 },
      { serviceKey: 'lawn', priceCents: cents(9_000), count: 1 },
    ]
    expect(givenForAll(gift, works)).toBe(600)
    expect(givenForAll(null, works)).toBe(0)
  })

  it.each<[Partial<CouponTerms>, ReturnType<typeof couponState>]>([
    [{}, 'running'],
    [{ isFirstOrderOnly: true, marketId: 'phoenix' }, 'running'],
    [{ validFrom: instant(NOW + 1) }, 'coming'],
    [{ mostUses: 1, useCount: 1 }, 'used_up'],
    [{ budgetCents: cents(5), givenCents: cents(5) }, 'used_up'],
    [{ budgetCents: cents(5), givenCents: cents(5), endedFrom: NOW }, 'over'],
  ])('with %o is %s', (terms, state) => {
    expect(couponState({ ...TERMS, ...terms }, NOW)).toBe(state)
  })

  it.each<[Partial<CouponTerms>, number | null]>([
    [{}, 20_000],
    [{ mostUses: 5 }, 5_000],
    [{ budgetCents: cents(3_000), mostUses: 5 }, 3_000],
    [{ creditCents: null, shareBasisPoints: basisPoints(10) }, null],
    [{ creditCents: null, shareBasisPoints: basisPoints(10), budgetCents: cents(70) }, 70],
  ])('with %o can come to %s among 20 customers', (terms, most) => {
    expect(mostItGives({ ...TERMS, ...terms }, 20)).toBe(most)
  })

  it('never gives beyond price, budget, amount and uses, in whatever order its customers come', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(
        fc.record({
          isShare: fc.boolean(),
          amount: fc.integer({ min: 1, max: 3_000 }),
          share: fc.integer({ min: 1, max: 10_000 }),
          mostUses: limit,
          mostUsesEach: limit,
          budget: fc.option(fc.integer({ min: 1, max: 9_000 })),
        }),
        fc.array(fc.record({ who: fc.nat(3), price: fc.nat(4_000) }), { maxLength: 40 }),
        ({ isShare, amount, share, mostUses, mostUsesEach, budget }, works) => {
          const terms = {
            ...TERMS,
            creditCents: isShare ? null : cents(amount),
            shareBasisPoints: isShare ? basisPoints(share) : null,
            mostUses,
            mostUsesEach,
            budgetCents: budget === null ? null : cents(budget),
          }
          const used = new Map<number, { uses: number; cents: number }>()
          let total = { uses: 0, cents: 0 }
          for (const { who, price } of works) {
            const own = used.get(who) ?? { uses: 0, cents: 0 }
            const coupon = { ...terms, useCount: total.uses, givenCents: cents(total.cents) }
            const gift = giftOf(coupon, { ...USER, ownUses: own.uses, ownCents: cents(own.cents) }, NOW)
            const given = gift === null ? 0 : givenFor(gift, 'bins', cents(price))
            expect(given).toBeGreaterThanOrEqual(0)
            expect(given).toBeLessThanOrEqual(price)
            if (given === 0) continue
            used.set(who, { uses: own.uses + 1, cents: own.cents + given })
            total = { uses: total.uses + 1, cents: total.cents + given }
          }
          expect(total.uses).toBeLessThanOrEqual(mostUses ?? Infinity)
          expect(total.cents).toBeLessThanOrEqual(budget ?? Infinity)
          for (const own of used.values()) {
            expect(own.uses).toBeLessThanOrEqual(mostUsesEach ?? Infinity)
            expect(own.cents).toBeLessThanOrEqual(isShare ? Infinity : amount)
          }
        },
      ),
    )
  })
})
