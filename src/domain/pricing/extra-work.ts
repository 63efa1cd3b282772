/** Work beyond the order that the customer said yes to: its lines join the price when the visit is completed. */
import type { InEachLanguage } from '../language.ts'
import { type Cents, cents, shareOf } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { couponOf, type LineItem, priceOf } from './lines.ts'

/** `note` in each language, since a service of the catalogue is named in it. */
export type ExtraWork = { readonly note: InEachLanguage; readonly amountCents: Cents }

/** A coupon is for what was ordered and does not grow with extra work; the tax is that of the whole price. */
export function withExtraWork(
  lines: readonly LineItem[],
  extras: readonly ExtraWork[],
  settings: Pick<BusinessSettings, 'salesTaxBasisPoints'>,
): LineItem[] {
  if (extras.length === 0) return [...lines]
  const extraLines = extras.map(({ note, amountCents }): LineItem => ({ kind: 'extra', amountCents, note }))
  const isPart = (line: LineItem) => line.kind !== 'coupon' && line.kind !== 'tax'
  const untaxed = [...lines.filter(isPart), ...extraLines, ...lines.filter((line) => line.kind === 'coupon')]
  const tax = shareOf(cents(priceOf(untaxed) - couponOf(untaxed)), settings.salesTaxBasisPoints)
  return tax === 0 ? untaxed : [...untaxed, { kind: 'tax', amountCents: tax }]
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
