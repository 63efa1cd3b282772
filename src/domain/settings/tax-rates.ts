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
