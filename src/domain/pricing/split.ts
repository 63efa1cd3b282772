/** Who gets what of a visit's lines (product §3, Split): the parts sum to what the customer pays, to the cent. */

import { addCents, type Cents, cents, shareOf, subtractCents } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { couponOf, customerTotalOf, type LineItem, priceOf, sumOf } from './lines.ts'

/** customerTotal = crewPay + tax + platformShare; the platform's share can be negative where it pays a coupon. */
export type Split = {
  readonly priceCents: Cents
  readonly couponCents: Cents
  readonly taxCents: Cents
  readonly tipCents: Cents
  readonly customerTotalCents: Cents
  /** Share of the price before coupon, plus raises of the offer, plus tips. */
  readonly crewPayCents: Cents
  readonly platformShareCents: Cents
  /** What the sponsor of the customer earns a part of: the price after coupon, without tax and tip. */
  readonly customerCommissionBaseCents: Cents
  /** What the sponsor of the crew earns a part of: crew pay without tips. */
  readonly crewCommissionBaseCents: Cents
}

/** What the crew gets of the price, and of a fee for a wasted trip. */
export type CrewShares = Pick<BusinessSettings, 'crewShareBasisPoints' | 'callOutCrewShareBasisPoints'>

export function splitLines(lines: readonly LineItem[], settings: CrewShares): Split {
  const price = priceOf(lines)
  const callOut = sumOf(lines, 'call_out')
  const tip = sumOf(lines, 'tip')
  const tax = sumOf(lines, 'tax')
  const customerTotal = customerTotalOf(lines)
  const crewBase = addCents(
    shareOf(subtractCents(price, callOut), settings.crewShareBasisPoints),
    shareOf(callOut, settings.callOutCrewShareBasisPoints),
    sumOf(lines, 'offer_raise'),
  )
  const crewPay = addCents(crewBase, tip)
  return {
    priceCents: price,
    couponCents: couponOf(lines),
    taxCents: tax,
    tipCents: tip,
    customerTotalCents: customerTotal,
    crewPayCents: crewPay,
    platformShareCents: cents(customerTotal - crewPay - tax),
    customerCommissionBaseCents: subtractCents(price, couponOf(lines)),
    crewCommissionBaseCents: crewBase,
  }
}

/** What a crew is shown before taking a visit. */
export function crewPayFor(lines: readonly LineItem[], settings: CrewShares): Cents {
  return splitLines(lines, settings).crewPayCents
}
