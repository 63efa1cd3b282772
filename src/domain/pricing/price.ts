/** What a visit costs: the price in force for its place, surcharges, coupon credit and sales tax (product §3). */

import type { TaxExemptionId } from '../ids.ts'
import { type Cents, cents, shareOf } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type LocalDate, weekdayOf } from '../time.ts'
import { type CouponGift, givenFor } from './coupons.ts'
import { type LineItem, priceOf, salesOf } from './lines.ts'
import { taxLine, taxOf } from './sales-tax.ts'

/** What a price is for: everybody, one market, one property or complex group, one property or complex. */
export type PriceScope =
  | { readonly kind: 'default' }
  | { readonly kind: 'market'; readonly marketId: string }
  | { readonly kind: 'group'; readonly groupId: string }
  | { readonly kind: 'place'; readonly placeId: string }

export type Price = {
  readonly serviceKey: string
  readonly scope: PriceScope
  /** In force from this day of the place's calendar on. */
  readonly effectiveFrom: LocalDate
  readonly baseCents: Cents
  readonly unitCents: Cents
  readonly minimumCents: Cents
  /** From its day on the scope has no price of its own, whatever its amounts are. */
  readonly isEnd: boolean
}

export type PricedPlace = {
  readonly placeId: string | null
  readonly groupId: string | null
  readonly marketId: string | null
}

type PricingSettings = Pick<
  BusinessSettings,
  | 'weekendSurchargeBasisPoints'
  | 'sameDaySurchargeBasisPoints'
  | 'longCarrySurchargeCents'
  | 'salesTaxBasisPoints'
  | 'salesTaxByService'
>

export type VisitPricing = {
  readonly price: Amounts
  readonly serviceKey: string
  readonly quantity: number
  readonly date: LocalDate
  readonly isSameDay: boolean
  readonly isLongCarry: boolean
  /** What the customer's coupon gives for it. */
  readonly coupon: CouponGift | null
  /** The customer's certificate in force on the day, by which no sales tax is due. */
  readonly exemptionId: TaxExemptionId | null
  readonly settings: PricingSettings
}

/** More than any complex has units. */
const MAX_QUANTITY = 100_000

/**
 * place > group > market > default, of each the newest in force on the day, and of two from one day the later in the list.
 * Where the newest ends the price of its scope, the next wider scope decides.
 */
export function pickPrice<Candidate extends Price>(
  prices: readonly Candidate[],
  serviceKey: string,
  place: PricedPlace,
  date: LocalDate,
): Candidate | null {
  const newest: (Candidate | null)[] = [null, null, null, null]
  for (const price of prices) {
    if (price.serviceKey !== serviceKey || price.effectiveFrom > date) continue
    const close = closeness(price.scope, place)
    if (close === null) continue
    const known = newest[close]
    if (!known || price.effectiveFrom >= known.effectiveFrom) newest[close] = price
  }
  return newest.findLast((price) => price != null && !price.isEnd) ?? null
}

type Amounts = Pick<Price, 'baseCents' | 'unitCents' | 'minimumCents'>

/** Of one visit, before surcharges. */
function servicePrice({ baseCents, unitCents, minimumCents }: Amounts, quantity: number): Cents {
  return cents(Math.max(minimumCents, baseCents + unitCents * quantity))
}

/** Weekly jobs that are alike: how many, how much of the service each has, how often a week. */
export type AlikeJobs = { readonly jobs: number; readonly quantity: number; readonly visitsPerWeek: number }

/** What jobs bring in a full week by a price, before surcharges, coupons and tax; nothing without a price. */
export function weeklyTotal(price: Amounts | null, alike: readonly AlikeJobs[]): Cents {
  if (price === null) return cents(0)
  // Work that does not come every week counts with its average.
  return cents(
    Math.round(
      alike.reduce(
        (total, { jobs, quantity, visitsPerWeek }) =>
          total + jobs * visitsPerWeek * servicePrice(price, quantity),
        0,
      ),
    ),
  )
}

/** The lines of one visit, without tip: the quote before it is done, and frozen on the visit when it is completed. */
export function priceVisit(visit: VisitPricing): LineItem[] | Refusal {
  if (!Number.isInteger(visit.quantity) || visit.quantity < 1 || visit.quantity > MAX_QUANTITY)
    return refuse('quantity_invalid')
  const { price, settings } = visit
  const service = servicePrice(price, visit.quantity)
  const priceLines: LineItem[] = [{ kind: 'service', amountCents: service }, ...surcharges(visit, service)]
  const total = priceOf(priceLines)
  const lines = withoutZeros([...priceLines, ...couponLines(visit, total)])
  const tax = taxLine(salesOf(lines), taxOf(settings, visit.serviceKey, visit.exemptionId))
  return tax === null ? lines : [...lines, tax]
}

function couponLines({ coupon, serviceKey }: VisitPricing, total: Cents): LineItem[] {
  if (coupon === null) return []
  const amountCents = cents(-givenFor(coupon, serviceKey, total))
  return [{ kind: 'coupon', amountCents, coupon: coupon.code }]
}

function surcharges({ date, isSameDay, isLongCarry, settings }: VisitPricing, service: Cents): LineItem[] {
  const lines: LineItem[] = []
  if (weekdayOf(date) >= 6)
    lines.push({ kind: 'weekend', amountCents: shareOf(service, settings.weekendSurchargeBasisPoints) })
  if (isSameDay)
    lines.push({ kind: 'same_day', amountCents: shareOf(service, settings.sameDaySurchargeBasisPoints) })
  if (isLongCarry) lines.push({ kind: 'long_carry', amountCents: settings.longCarrySurchargeCents })
  return lines
}

/** The service line stays even when it is free, so that a receipt names what was done. */
function withoutZeros(lines: readonly LineItem[]): LineItem[] {
  return lines.filter((line) => line.kind === 'service' || line.amountCents !== 0)
}

/** Null where the price is for somebody else. */
function closeness(scope: PriceScope, place: PricedPlace): 0 | 1 | 2 | 3 | null {
  if (scope.kind === 'default') return 0
  if (scope.kind === 'market') return scope.marketId === place.marketId ? 1 : null
  if (scope.kind === 'group') return scope.groupId === place.groupId ? 2 : null
  return scope.placeId === place.placeId ? 3 : null
}
