import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TaxExemptionId, toId } from '../ids.ts'
import { addCents, basisPoints, cents, shareOf } from '../money.ts'
import { problemOfSetting } from '../settings/check.ts'
import { SETTING_RULES } from '../settings/groups.ts'
import { TAX_PARTS, type TaxParts, wholeRate } from '../settings/tax-rates.ts'
import { salesOf } from './lines.ts'
import { splitTax, taxLine, taxOf, treatmentOf } from './sales-tax.ts'

const parts = (state: number, county: number, city: number, district: number): TaxParts => ({
  state: basisPoints(state),
  county: basisPoints(county),
  city: basisPoints(city),
  district: basisPoints(district),
})
const denver = parts(290, 0, 515, 110)
const settings = {
  salesTaxBasisPoints: basisPoints(400),
  salesTaxByService: { cleaning: denver, trash: parts(0, 0, 0, 0) },
}
const certificate = toId<TaxExemptionId>('00000000-0000-4000-8000-000000000001')

describe('the tax of a sale', () => {
  it.each([
    ['cleaning', 915, denver],
    ['trash', 0, parts(0, 0, 0, 0)],
    ['lawn', 400, null],
  ])('of %s is its own rate, also where that is none, else the market’s', (service, rate, divided) => {
    expect(taxOf(settings, service, null)).toEqual({ basisPoints: rate, parts: divided, exemptionId: null })
  })

  it('is nothing with a certificate, and the line says why', () => {
    const line = taxLine(cents(10_000), taxOf(settings, 'cleaning', certificate))
    expect(line).toMatchObject({ kind: 'tax', amountCents: 0, tax: { exemptionId: certificate } })
    expect(treatmentOf(line?.tax, cents(0))).toBe('exempt')
    expect(taxLine(cents(10_000), taxOf(settings, 'trash', certificate))).toBeNull()
    expect(taxLine(cents(10_000), taxOf(settings, 'cleaning', null))).toMatchObject({ amountCents: 915 })
    expect(treatmentOf(undefined, cents(0))).toBe('untaxed')
    expect(treatmentOf(undefined, cents(1))).toBe('taxable')
  })

  it('is of the price less coupon, and not of a fee for having come in vain', () => {
    expect(
      salesOf([
        { kind: 'service', amountCents: cents(2_000) },
        { kind: 'call_out', amountCents: cents(700) },
        { kind: 'coupon', amountCents: cents(-500) },
        { kind: 'tip', amountCents: cents(300) },
      ]),
    ).toBe(1_500)
  })

  it('goes to its authorities to the cent', () => {
    const rate = fc.integer({ min: 0, max: 750 })
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        rate,
        rate,
        rate,
        rate,
        (sale, ...rates) => {
          const divided = parts(...rates)
          const tax = shareOf(cents(sale), wholeRate(divided))
          const split = splitTax(tax, divided)
          if (wholeRate(divided) > 0) expect(addCents(...TAX_PARTS.map((part) => split[part]))).toBe(tax)
          for (const part of TAX_PARTS)
            expect(Math.abs(split[part] - (sale * divided[part]) / 10_000)).toBeLessThanOrEqual(2)
        },
      ),
    )
  })
})

it.each([
  [{}, null],
  [{ cleaning: { state: 290, county: 0, city: 515, district: 110 } }, null],
  [{ cleaning: { state: 2_900, county: 0, city: 101, district: 0 } }, 'above_maximum'],
  [{ cleaning: { state: -1, county: 0, city: 0, district: 0 } }, 'below_minimum'],
  [{ cleaning: { state: 2.9, county: 0, city: 0, district: 0 } }, 'not_whole'],
  [{ cleaning: { state: 290 } }, 'not_by_service'],
  [{ cleaning: { state: 290, county: 0, city: 0, district: 0, moon: 1 } }, 'not_by_service'],
  [{ '=1+1': { state: 290, county: 0, city: 0, district: 0 } }, 'not_by_service'],
  [{ cleaning: 815 }, 'not_by_service'],
  [[1], 'not_by_service'],
  [null, 'not_by_service'],
])('rates by service %j are %s', (value, problem) => {
  expect(problemOfSetting(SETTING_RULES.salesTaxByService, value)).toBe(problem)
})
