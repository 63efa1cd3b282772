/** Work beyond the order that the customer said yes to: its lines join the price when the visit is completed. */
import type { InEachLanguage } from '../language.ts'
import type { Cents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import type { AppliedTax } from './applied-tax.ts'
import { type LineItem, salesOf } from './lines.ts'
import { taxLine } from './sales-tax.ts'

/** `note` in each language, since a service of the catalogue is named in it. */
export type ExtraWork = { readonly note: InEachLanguage; readonly amountCents: Cents }

/**
 * A coupon is for what was ordered and does not grow with extra work; the tax is that of the whole price,
 * as it was on the line where there is one, else as `tax` says.
 */
export function withExtraWork(
  lines: readonly LineItem[],
  extras: readonly ExtraWork[],
  tax: AppliedTax,
): LineItem[] {
  if (extras.length === 0) return [...lines]
  const extraLines = extras.map(({ note, amountCents }): LineItem => ({ kind: 'extra', amountCents, note }))
  const isPart = (line: LineItem) => line.kind !== 'coupon' && line.kind !== 'tax'
  const untaxed = [...lines.filter(isPart), ...extraLines, ...lines.filter((line) => line.kind === 'coupon')]
  const applied = lines.find((line) => line.kind === 'tax')?.tax ?? tax
  const line = taxLine(salesOf(untaxed), applied)
  return line === null ? untaxed : [...untaxed, line]
}

/** What a crew may ask for by itself, without a price of the catalogue. */
export function refuseAmountOfExtra(
  amountCents: number,
  settings: Pick<BusinessSettings, 'extraWorkMinimumCents' | 'extraWorkMaximumCents'>,
): Refusal | null {
  const isWhole = Number.isSafeInteger(amountCents)
  const isWithin =
    amountCents >= settings.extraWorkMinimumCents && amountCents <= settings.extraWorkMaximumCents
  return isWhole && isWithin ? null : refuse('extra_amount_invalid')
}
