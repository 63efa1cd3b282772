/**
 * Sales tax of one sale. A service is taxed by the rates that its market has for it, else by the market's undivided
 * rate; a customer with a certificate in force pays none, and the line says so. What was applied stays on the line, so
 * that no later rate touches it.
 */
import type { TaxExemptionId } from '../ids.ts'
import { type Cents, cents, shareOf, splitByWeights, ZERO_CENTS } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { TAX_PARTS, type TaxPart, type TaxParts, wholeRate } from '../settings/tax-rates.ts'
import type { AppliedTax } from './applied-tax.ts'
import type { LineItem } from './lines.ts'

export type TaxSettings = Pick<BusinessSettings, 'salesTaxBasisPoints' | 'salesTaxByService'>

export function taxOf(
  settings: TaxSettings,
  serviceKey: string,
  exemptionId: TaxExemptionId | null,
): AppliedTax {
  const parts = settings.salesTaxByService[serviceKey] ?? null
  const rate = parts === null ? settings.salesTaxBasisPoints : wholeRate(parts)
  return { basisPoints: rate, parts, exemptionId }
}

/** No line where nothing is taxed; one over nothing where a certificate is why. */
export function taxLine(salesCents: Cents, tax: AppliedTax): LineItem | null {
  const amountCents = tax.exemptionId === null ? shareOf(salesCents, tax.basisPoints) : ZERO_CENTS
  const isSaid = tax.exemptionId === null ? amountCents !== 0 : tax.basisPoints > 0 && salesCents > 0
  return isSaid ? { kind: 'tax', amountCents, tax } : null
}

export type TaxTreatment = 'taxable' | 'exempt' | 'untaxed'

/** What a sale counts as when its tax is declared. */
export function treatmentOf(tax: AppliedTax | undefined, taxCents: Cents): TaxTreatment {
  if (tax !== undefined && tax.exemptionId !== null) return 'exempt'
  return taxCents === 0 ? 'untaxed' : 'taxable'
}

/** What of a tax (or of one refunded) goes to each authority; cents that do not divide go to the largest rests. */
export function splitTax(taxCents: Cents, parts: TaxParts): Readonly<Record<TaxPart, Cents>> {
  const weights = TAX_PARTS.map((part) => parts[part])
  const isTaxed = weights.some((weight) => weight > 0)
  const shares = isTaxed ? splitByWeights(cents(Math.abs(taxCents)), weights) : []
  const shareOfPart = (part: TaxPart) => {
    const share = shares[TAX_PARTS.indexOf(part)] ?? ZERO_CENTS
    return taxCents < 0 ? cents(-share) : share
  }
  return {
    state: shareOfPart('state'),
    county: shareOfPart('county'),
    city: shareOfPart('city'),
    district: shareOfPart('district'),
  }
}
