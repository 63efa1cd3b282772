import type { TaxExemptionId } from '../ids.ts'
import type { BasisPoints } from '../money.ts'
import type { TaxParts } from '../settings/tax-rates.ts'

/** How a sale is taxed. */
export type AppliedTax = {
  readonly basisPoints: BasisPoints
  /** By authority; null where the market's rate is not divided. */
  readonly parts: TaxParts | null
  /** The certificate by which nothing is due. */
  readonly exemptionId: TaxExemptionId | null
}
