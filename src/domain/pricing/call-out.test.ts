import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { ACCESS_REASONS, callOutOf } from './call-out.ts'
import { refuseAmountOfExtra, withExtraWork } from './extra-work.ts'
import { customerTotalOf, type LineItem, priceOf, sumOf } from './lines.ts'
import { splitLines } from './split.ts'

const service = (amount: number): LineItem => ({ kind: 'service', amountCents: cents(amount) })

describe('a wasted trip', () => {
  it.each([
    ['gate', 1_000, 500, 400],
    ['dog', 1_001, 500, 400],
    ['nobody_home', 1_003, 502, 402],
    ['other', 8_000, 4_000, 3_200],
    ['unsafe', 8_000, 0, 0],
    ['gate', 0, 0, 0],
  ] as const)('%s at %d cents costs %d, of which the crew gets %d', (reason, price, fee, pay) => {
    const callOut = callOutOf(reason, [service(price)], DEFAULT_SETTINGS)
    expect([callOut.feeCents, callOut.crewPayCents]).toEqual([fee, pay])
    expect(callOut.paidBy).toBe(fee === 0 ? 'nobody' : 'customer')
  })

  it('M9: never costs more than the visit, and its parts sum to it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACCESS_REASONS),
        fc.nat(10_000_000),
        fc.nat(10_000),
        (reason, price, share) => {
          const settings = { ...DEFAULT_SETTINGS, callOutFeeBasisPoints: basisPoints(share) }
          const { lines, feeCents, crewPayCents } = callOutOf(reason, [service(price)], settings)
          const split = splitLines(lines, settings)
          expect(feeCents).toBeLessThanOrEqual(price)
          expect(split.customerTotalCents).toBe(feeCents)
          expect(split.crewPayCents + split.platformShareCents).toBe(feeCents)
          expect(split.crewPayCents).toBe(crewPayCents)
        },
      ),
    )
  })
})

describe('extra work', () => {
  const taxed = { basisPoints: basisPoints(800), parts: null, exemptionId: null }
  const wash = { note: { en: 'Bin wash', es: 'Lavado de botes' }, amountCents: cents(1_200) }

  it('joins the price before coupon and tax, which is that of the whole', () => {
    const lines: LineItem[] = [
      service(1_000),
      { kind: 'coupon', amountCents: cents(-400) },
      { kind: 'tax', amountCents: cents(48) },
    ]
    const whole = withExtraWork(lines, [wash], taxed)
    expect(whole).toEqual([
      service(1_000),
      { kind: 'extra', amountCents: 1_200, note: wash.note },
      { kind: 'coupon', amountCents: -400 },
      { kind: 'tax', amountCents: 144, tax: taxed },
    ])
    expect(priceOf(whole)).toBe(2_200)
    expect(customerTotalOf(whole)).toBe(1_944)
    expect(splitLines(whole, DEFAULT_SETTINGS).crewPayCents).toBe(1_540)
    expect(withExtraWork(lines, [], taxed)).toEqual(lines)
  })

  it('keeps all that was there and adds exactly what was approved', () => {
    const extra = fc.record({
      note: fc.record({ en: fc.string(), es: fc.string() }),
      amountCents: fc.nat(20_000).map(cents),
    })
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(extra, { maxLength: 6 }), (price, extras) => {
        const whole = withExtraWork([service(price)], extras, { ...taxed, basisPoints: basisPoints(0) })
        const added = extras.reduce((sum, each) => sum + each.amountCents, 0)
        expect(sumOf(whole, 'service')).toBe(price)
        expect(customerTotalOf(whole)).toBe(price + added)
      }),
    )
  })

  it.each([
    [100, false],
    [20_000, false],
    [99, true],
    [20_001, true],
    [-500, true],
    [150.5, true],
    [Number.NaN, true],
  ])('M8: of %d cents is refused: %s', (amount, isRefused) => {
    const refusal = refuseAmountOfExtra(amount, DEFAULT_SETTINGS)
    expect(refusal !== null && isRefusal(refusal)).toBe(isRefused)
  })
})
