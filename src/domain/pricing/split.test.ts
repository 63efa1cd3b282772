import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import type { LineItem, LineKind } from './lines.ts'
import { crewPayFor, splitLines } from './split.ts'

function lines(amounts: Partial<Record<LineKind, number>>): LineItem[] {
  return Object.entries(amounts).map(([kind, amount]) => ({
    kind: kind as LineKind,
    amountCents: cents(amount),
  }))
}

describe('the split of a visit', () => {
  it('gives the crew 70 % of the price, the platform the rest', () => {
    expect(splitLines(lines({ service: 1_000, weekend: 100 }), DEFAULT_SETTINGS)).toMatchObject({
      priceCents: 1_100,
      customerTotalCents: 1_100,
      crewPayCents: 770,
      platformShareCents: 330,
    })
  })

  it.each([
    [1_005, 704, 'half to the even cent above'],
    [1_015, 710, 'half to the even cent below'],
    [1, 1, 'more than half up'],
  ])('of %i cents gives the crew %i: %s', (price, pay) => {
    expect(crewPayFor(lines({ service: price }), DEFAULT_SETTINGS)).toBe(pay)
  })

  it('lets the platform pay the coupon: the crew earns of the price before it', () => {
    expect(splitLines(lines({ service: 1_000, coupon: -400 }), DEFAULT_SETTINGS)).toMatchObject({
      couponCents: 400,
      customerTotalCents: 600,
      crewPayCents: 700,
      platformShareCents: -100,
      customerCommissionBaseCents: 600,
    })
  })

  it('gives tips whole to the crew and pays no commission on them', () => {
    expect(splitLines(lines({ service: 1_000, tip: 500 }), DEFAULT_SETTINGS)).toMatchObject({
      customerTotalCents: 1_500,
      crewPayCents: 1_200,
      platformShareCents: 300,
      customerCommissionBaseCents: 1_000,
      crewCommissionBaseCents: 700,
    })
  })

  it('takes a raise of the offer from the platform, not from the customer', () => {
    expect(splitLines(lines({ service: 1_000, offer_raise: 105 }), DEFAULT_SETTINGS)).toMatchObject({
      customerTotalCents: 1_000,
      crewPayCents: 805,
      platformShareCents: 195,
    })
  })

  it('M9: sums to what the customer pays, exactly, for any price, coupon, tax, tip, raise and share', () => {
    const money = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(
        money,
        money,
        money,
        money,
        fc.nat(10_000),
        fc.nat(10_000),
        fc.constantFrom('weekend', 'same_day', 'long_carry'),
        (service, surcharge, tip, raise, couponPart, share, surchargeKind) => {
          const coupon = Math.floor(((service + surcharge) * couponPart) / 10_000)
          const input = lines({
            service,
            [surchargeKind]: surcharge,
            tip,
            offer_raise: raise,
            coupon: -coupon,
            tax: raise,
          })
          const split = splitLines(input, { ...DEFAULT_SETTINGS, crewShareBasisPoints: basisPoints(share) })
          expect(split.crewPayCents + split.taxCents + split.platformShareCents).toBe(
            split.customerTotalCents,
          )
          expect(split.customerTotalCents).toBe(service + surcharge + tip + raise - coupon)
          expect(split.crewPayCents).toBeGreaterThanOrEqual(tip)
          expect(
            Math.abs(split.crewPayCents - tip - raise - ((service + surcharge) * share) / 10_000),
          ).toBeLessThanOrEqual(0.5)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
