/**
 * What a refund takes back of each thing that was paid for: its tax, and what its crew earned. Everything is counted
 * per thing and from its totals, whichever way money was refunded before (to the card or as credit), so that no row
 * of refunds takes more of anybody than was earned, and all of it in the end to the cent (field 22).
 */

import { addCents, type Cents, cents, splitByWeights, ZERO_CENTS } from '../money.ts'
import { shareTakenBack } from './refunds.ts'

/** What was refunded of one thing, in sums. */
export type RefundSums = {
  readonly amountCents: Cents
  readonly taxCents: Cents
  /** Of the amount, what the crew bears its part of. */
  readonly clawingCents: Cents
  readonly crewCents: Cents
}

export const NOTHING_REFUNDED: RefundSums = {
  amountCents: ZERO_CENTS,
  taxCents: ZERO_CENTS,
  clawingCents: ZERO_CENTS,
  crewCents: ZERO_CENTS,
}

/** A visit's work, a tip or a fee, as it stands on a payment. */
export type RefundableThing = {
  /** What the customer pays for it by card and credit, with its tax. */
  readonly owedCents: Cents
  readonly taxCents: Cents
  readonly crewPayCents: Cents
  readonly earlier: RefundSums
}

/** What can still be refunded of these things. */
export function leftOf(things: readonly RefundableThing[]): Cents {
  return addCents(ZERO_CENTS, ...things.map(leftOfOne))
}

/** Spreads an amount, at most `leftOf`, over the things by what is left of each; answers the parts in their order. */
export function spreadRefund(
  things: readonly RefundableThing[],
  amountCents: Cents,
  { clawsBackCrewPay }: { readonly clawsBackCrewPay: boolean },
): RefundSums[] {
  if (amountCents === 0) return things.map(() => NOTHING_REFUNDED)
  const parts = splitByWeights(amountCents, things.map(leftOfOne))
  return things.map((thing, index) => partOf(thing, parts[index]!, clawsBackCrewPay))
}

/**
 * Of what comes back of a payment, what goes to the card and what is credit again: in proportion to what each paid,
 * counted from the totals.
 */
export function creditPartOf(
  paid: { readonly cardCents: Cents; readonly creditCents: Cents },
  earlier: { readonly amountCents: Cents; readonly creditCents: Cents },
  amountCents: Cents,
): Cents {
  const all = addCents(paid.cardCents, paid.creditCents)
  const after = shareTakenBack(paid.creditCents, all, addCents(earlier.amountCents, amountCents))
  const cardLeft = paid.cardCents - (earlier.amountCents - earlier.creditCents)
  // A refund that was undone may have left the earlier ones beside their share.
  const least = Math.max(0, amountCents - cardLeft)
  return within(after - earlier.creditCents, least, amountCents)
}

function partOf(thing: RefundableThing, amountCents: Cents, claws: boolean): RefundSums {
  const { owedCents, taxCents, crewPayCents, earlier } = thing
  const given = addCents(earlier.amountCents, amountCents)
  const clawingCents = claws ? amountCents : ZERO_CENTS
  const clawing = addCents(earlier.clawingCents, clawingCents)
  const tax = shareTakenBack(taxCents, owedCents, given) - earlier.taxCents
  const crew = shareTakenBack(crewPayCents, owedCents, clawing) - earlier.crewCents
  return {
    amountCents,
    clawingCents,
    taxCents: within(tax, 0, taxCents - earlier.taxCents),
    crewCents: claws ? within(crew, 0, crewPayCents - earlier.crewCents) : ZERO_CENTS,
  }
}

function leftOfOne({ owedCents, earlier }: RefundableThing): Cents {
  return cents(Math.max(0, owedCents - earlier.amountCents))
}

function within(value: number, least: number, most: number): Cents {
  return cents(Math.max(least, Math.min(value, most)))
}
