import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents, ZERO_CENTS } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { localDate } from '../time.ts'
import { customerTotalOf, type LineItem } from './lines.ts'
import { type Price, type PriceScope, pickPrice, priceVisit, type VisitPricing } from './price.ts'

const MONDAY = localDate('2026-07-06')
const SATURDAY = localDate('2026-07-11')

function price(scope: PriceScope, effectiveFrom: string, baseCents: number): Price {
  return {
    serviceKey: 'bins',
    scope,
    effectiveFrom: localDate(effectiveFrom),
    baseCents: cents(baseCents),
    unitCents: ZERO_CENTS,
    minimumCents: ZERO_CENTS,
    isEnd: false,
  }
}

function creditOf(leftCents: number) {
  return {
    code: 'TEN',
    leftCents: cents(leftCents),
    usesLeft: null,
    shareBasisPoints: null,
    serviceKey: null,
  }
}

function linesOf(change: Partial<VisitPricing>): LineItem[] {
  const lines = priceVisit({
    price: { baseCents: cents(500), unitCents: cents(250), minimumCents: cents(900) },
    serviceKey: 'bins',
    quantity: 2,
    date: MONDAY,
    isSameDay: false,
    isLongCarry: false,
    coupon: null,
    exemptionId: null,
    settings: DEFAULT_SETTINGS,
    ...change,
  })
  if (isRefusal(lines)) throw new Error(lines.refused)
  return lines
}

describe('the price in force', () => {
  const everyone = { kind: 'default' } as const
  const group = { kind: 'group', groupId: 'g1' } as const
  const place = { kind: 'place', placeId: 'p1' } as const
  const market = { kind: 'market', marketId: 'm1' } as const
  const p1 = { placeId: 'p1', groupId: 'g1', marketId: 'm1' }
  const end = (scope: PriceScope, from: string) => ({ ...price(scope, from, 99), isEnd: true })

  it.each<[string, Price[], number | null]>([
    [
      'the place before the group before the default',
      [price(place, '2026-01-01', 1), price(group, '2026-06-01', 2), price(everyone, '2026-07-01', 3)],
      1,
    ],
    ['the group before the default', [price(everyone, '2026-07-01', 3), price(group, '2026-01-01', 2)], 2],
    ['the newest of one scope', [price(everyone, '2026-06-01', 5), price(everyone, '2026-01-01', 4)], 5],
    ['on its first day already', [price(everyone, '2026-01-01', 4), price(everyone, '2026-07-06', 6)], 6],
    ['not one of the future', [price(everyone, '2026-01-01', 4), price(place, '2026-07-07', 7)], 4],
    ['the later entry of one day', [price(everyone, '2026-01-01', 4), price(everyone, '2026-01-01', 8)], 8],
    ['not another place’s', [price({ kind: 'place', placeId: 'p2' }, '2026-01-01', 9)], null],
    ['not another group’s', [price({ kind: 'group', groupId: 'g2' }, '2026-01-01', 9)], null],
    ['the market before the default', [price(market, '2026-01-01', 2), price(everyone, '2026-07-01', 3)], 2],
    ['the group before the market', [price(group, '2026-01-01', 2), price(market, '2026-07-01', 3)], 2],
    ['not another market’s', [price({ kind: 'market', marketId: 'm2' }, '2026-01-01', 9)], null],
    [
      'the wider one again where its own has ended',
      [price(everyone, '2026-01-01', 4), price(market, '2026-02-01', 5), end(market, '2026-07-06')],
      4,
    ],
    [
      'its own until the day of the end',
      [price(everyone, '2026-01-01', 4), price(market, '2026-02-01', 5), end(market, '2026-07-07')],
      5,
    ],
    [
      'its own again where one was set after an end',
      [price(everyone, '2026-01-01', 4), end(place, '2026-03-01'), price(place, '2026-05-01', 6)],
      6,
    ],
    [
      'the group’s where the place’s has ended',
      [price(group, '2026-01-01', 2), price(place, '2026-01-01', 1), end(place, '2026-03-01')],
      2,
    ],
    ['none where there is none', [], null],
  ])('is %s', (_name, prices, expected) => {
    expect(pickPrice(prices, 'bins', p1, MONDAY)?.baseCents ?? null).toBe(expected)
  })

  it('is of the asked service only, and a place without a group takes no group’s price', () => {
    const prices = [price(group, '2026-01-01', 2)]
    expect(pickPrice(prices, 'lawn', p1, MONDAY)).toBeNull()
    expect(pickPrice(prices, 'bins', { placeId: 'p1', groupId: null, marketId: null }, MONDAY)).toBeNull()
  })
})

describe('the lines of a visit', () => {
  it.each([
    [1, 900],
    [2, 1_000],
    [10, 3_000],
    [100_000, 25_000_500],
  ])('for %i units the service costs %i cents, never under the minimum', (quantity, amount) => {
    expect(linesOf({ quantity })).toEqual([{ kind: 'service', amountCents: amount }])
  })

  it('add the surcharges of a weekend, the same day and a long carry', () => {
    expect(linesOf({ date: SATURDAY, isSameDay: true, isLongCarry: true })).toEqual([
      { kind: 'service', amountCents: 1_000 },
      { kind: 'weekend', amountCents: 100 },
      { kind: 'same_day', amountCents: 200 },
      { kind: 'long_carry', amountCents: 300 },
    ])
  })

  it('take coupon credit up to the price, and tax what is left', () => {
    const settings = { ...DEFAULT_SETTINGS, salesTaxBasisPoints: basisPoints(881) }
    expect(linesOf({ coupon: creditOf(400), settings })).toEqual([
      { kind: 'service', amountCents: 1_000 },
      { kind: 'coupon', amountCents: -400, coupon: 'TEN' },
      { kind: 'tax', amountCents: 53, tax: { basisPoints: 881, parts: null, exemptionId: null } },
    ])
    expect(customerTotalOf(linesOf({ coupon: creditOf(99_999), settings }))).toBe(0)
  })

  it.each([0, -1, 0.5, 1e21, Number.NaN, 100_001])('M8: a quantity of %d is refused', (quantity) => {
    const decision = priceVisit({
      price: { baseCents: ZERO_CENTS, unitCents: cents(100), minimumCents: ZERO_CENTS },
      serviceKey: 'bins',
      quantity,
      date: MONDAY,
      isSameDay: false,
      isLongCarry: false,
      coupon: null,
      exemptionId: null,
      settings: DEFAULT_SETTINGS,
    })
    expect(decision).toEqual({ refused: 'quantity_invalid' })
  })

  it('never make the customer’s total negative, whatever the coupon', () => {
    const money = fc.integer({ min: 0, max: 1_000_000 }).map(cents)
    fc.assert(
      fc.property(
        money,
        money,
        money,
        fc.integer({ min: 1, max: 500 }),
        (baseCents, unitCents, credit, quantity) => {
          const lines = linesOf({
            price: { baseCents, unitCents, minimumCents: ZERO_CENTS },
            quantity,
            coupon: creditOf(credit),
          })
          expect(customerTotalOf(lines)).toBe(Math.max(0, baseCents + unitCents * quantity - credit))
        },
      ),
    )
  })
})
