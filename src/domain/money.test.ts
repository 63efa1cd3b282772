import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCents,
  basisPoints,
  cents,
  formatAlike,
  formatCents,
  shareOf,
  splitByWeights,
  subtractCents,
  ZERO_CENTS,
} from './money.ts'

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(cents)

describe('cents', () => {
  it.each([0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1)])('%d is a whole number of them', (value) => {
    expect(cents(value)).toBe(value)
  })

  it.each([0.5, 2 ** 53, 1e21, Number.NaN, Number.POSITIVE_INFINITY])('M8: %d is none', (value) => {
    expect(() => cents(value)).toThrow(RangeError)
  })

  it('are never minus zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
    expect(Object.is(shareOf(cents(-1), basisPoints(1)), 0)).toBe(true)
  })

  it('add up and refuse to leave the whole numbers', () => {
    expect(addCents()).toBe(0)
    expect(addCents(cents(1), cents(2), cents(-4))).toBe(-1)
    expect(subtractCents(cents(5), cents(7))).toBe(-2)
    expect(() => addCents(cents(2 ** 53 - 1), cents(1))).toThrow(RangeError)
  })

  it('basis points are whole', () => {
    expect(() => basisPoints(0.5)).toThrow(RangeError)
  })
})

describe('a share', () => {
  it.each([
    [1_000, 7_000, 700],
    [1_005, 7_000, 704],
    [1_015, 7_000, 710],
    [5, 5_000, 2],
    [15, 5_000, 8],
    [-5, 5_000, -2],
    [-15, 5_000, -8],
    [1, 4_999, 0],
    [1, 5_001, 1],
    [999, 0, 0],
    [999, 10_000, 999],
  ])('of %i cents at %i basis points is %i', (amount, share, expected) => {
    expect(shareOf(cents(amount), basisPoints(share))).toBe(expected)
  })

  it('is the nearest whole cent, of the largest amounts too', () => {
    const amount = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(amount, fc.nat(10_000), (value, share) => {
        const exact = BigInt(value) * BigInt(share)
        const error = BigInt(shareOf(cents(value), basisPoints(share))) * 10_000n - exact
        expect(error >= -5_000n && error <= 5_000n).toBe(true)
      }),
    )
  })

  it('and the share of the opposite amount cancel out, so half cents do not drift', () => {
    fc.assert(
      fc.property(anyCents, fc.nat(10_000).map(basisPoints), (amount, share) => {
        expect(shareOf(amount, share) + shareOf(cents(-amount), share)).toBe(0)
      }),
    )
  })
})

describe('a split', () => {
  it('field 29: of $10.00 in three is 3.34, 3.33, 3.33, the odd cent to the first', () => {
    expect(splitByWeights(cents(1_000), [1, 1, 1])).toEqual([334, 333, 333])
    expect(splitByWeights(cents(1_000), [33, 33, 34])).toEqual([330, 330, 340])
  })

  it.each([
    ['the largest remainder gets the odd cent', 10, [5, 3, 1], [6, 3, 1]],
    ['a weight of zero gets nothing', 7, [0, 1], [0, 7]],
    ['nothing is split into nothings', 0, [1, 2], [0, 0]],
  ])('%s', (_name, amount, weights, parts) => {
    expect(splitByWeights(cents(amount), weights)).toEqual(parts)
  })

  it.each([
    ['no weights', 10, []],
    ['only zeros', 10, [0, 0]],
    ['a negative weight', 10, [2, -1]],
    ['a fraction', 10, [0.5, 1]],
    ['a negative amount', -1, [1]],
  ])('is refused to the program with %s', (_name, amount, weights) => {
    expect(() => splitByWeights(cents(amount), weights)).toThrow(RangeError)
  })

  it('M9: sums to the whole, and each part is its exact share rounded down or up', () => {
    const weights = fc
      .array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 })
      .filter((each) => each.some((weight) => weight > 0))
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), weights, (amount, given) => {
        const parts = splitByWeights(cents(amount), given)
        const total = BigInt(given.reduce((sum, weight) => sum + weight, 0))
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount))
        parts.forEach((part, index) => {
          const error = BigInt(part) * total - BigInt(amount) * BigInt(given[index]!)
          expect(error > -total && error < total).toBe(true)
        })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('money as text', () => {
  it.each([
    [123_400, '$1,234'],
    [123_450, '$1,234.50'],
    [0, '$0'],
    [-0, '$0'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [-123_400, '-$1,234'],
    [100_000_000_000, '$1,000,000,000'],
  ])('§9 money: %i cents is %s', (amount, text) => {
    expect(formatCents(cents(amount))).toBe(text)
  })

  it('§9 money: the dollar sign is a variant', () => {
    expect(formatCents(cents(-123_450), { prefix: '' })).toBe('-1,234.50')
    expect(formatCents(ZERO_CENTS, { prefix: '' })).toBe('0')
  })

  it.each([
    [
      [5_600, 3_650, null],
      ['$56.00', '$36.50'],
    ],
    [
      [5_600, 100_000],
      ['$56', '$1,000'],
    ],
    [
      [-5_600, 1],
      ['-$56.00', '$0.01'],
    ],
  ])('ux 22: of %j all have cents, or none', (amounts, texts) => {
    const list = amounts.map((amount) => (amount === null ? null : cents(amount)))
    const amount = formatAlike(list)
    expect(list.filter((each) => each !== null).map(amount)).toEqual(texts)
  })
})
