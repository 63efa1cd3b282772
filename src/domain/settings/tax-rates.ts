/** Sales tax as its authorities levy it: what a service is taxed by each, in basis points of the sale. */
import { type BasisPoints, basisPoints } from '../money.ts'

export const TAX_PARTS = ['state', 'county', 'city', 'district'] as const
export type TaxPart = (typeof TAX_PARTS)[number]
export type TaxParts = Readonly<Record<TaxPart, BasisPoints>>

/** More than any place in the country levies in all. */
export const MOST_TAX_BASIS_POINTS = 3_000

export function wholeRate(parts: TaxParts): BasisPoints {
  return basisPoints(TAX_PARTS.reduce((sum, part) => sum + parts[part], 0))
}

type PlainParts = Readonly<Record<TaxPart, number>>

/** Whether a service is taxed alike; none of its own is like none. */
export function isSameRate(one: PlainParts | undefined, other: PlainParts | undefined): boolean {
  return TAX_PARTS.every((part) => one?.[part] === other?.[part])
}

export function areSameRates(
  one: Readonly<Record<string, PlainParts>>,
  other: Readonly<Record<string, PlainParts>>,
): boolean {
  const services = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...services].every((service) => isSameRate(one[service], other[service]))
}
