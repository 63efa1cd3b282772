/**
 * Coupons: to whom one gives something now, and how much of a piece of work. An amount is given to each customer once,
 * over as many pieces of work as it lasts; a share is given of each piece of work.
 */
import { type BasisPoints, type Cents, cents, shareOf, ZERO_CENTS } from '../money.ts'
import type { Instant, LocalDate } from '../time.ts'

/** What an operator writes. Days are those of the writer's city. */
export type CouponFacts = {
  readonly name: string
  /** To each customer; null where a share is given. */
  readonly creditCents: Cents | null
  readonly shareBasisPoints: BasisPoints | null
  /** Pieces of work, of everybody and of each customer; null without a limit. */
  readonly mostUses: number | null
  readonly mostUsesEach: number | null
  readonly budgetCents: Cents | null
  readonly from: LocalDate | null
  /** The last day. */
  readonly until: LocalDate | null
  readonly isOfMarket: boolean
  readonly serviceKey: string | null
  readonly isFirstOrderOnly: boolean
  /** The day from which on an operator ended it. */
  readonly endedFrom: LocalDate | null
}

export type CouponTerms = Pick<
  CouponFacts,
  | 'creditCents'
  | 'shareBasisPoints'
  | 'mostUses'
  | 'mostUsesEach'
  | 'budgetCents'
  | 'serviceKey'
  | 'isFirstOrderOnly'
> & {
  readonly code: string
  /** Null: every city. */
  readonly marketId: string | null
  readonly validFrom: Instant | null
  readonly validUntil: Instant | null
  readonly endedFrom: Instant | null
  /** By everybody until now. */
  readonly useCount: number
  readonly givenCents: Cents
}

/** What is known of somebody who wants to use it; of a guest nothing was used. */
export type CouponUser = {
  readonly marketId: string
  /** With those of accounts that paid with the same card: of one person a use counts, whatever its account. */
  readonly ownUses: number
  /** Of this account's amount. */
  readonly ownCents: Cents
  readonly hasOrdered: boolean
}

type CouponFault =
  | 'not_begun'
  | 'over'
  | 'elsewhere'
  | 'first_only'
  | 'used_by_you'
  | 'used_up'
  | 'budget_spent'

/** What it gives for the next pieces of work. */
export type CouponGift = {
  readonly code: string
  /** At most, of all of them together. */
  readonly leftCents: Cents
  /** How many; null without a limit. */
  readonly usesLeft: number | null
  /** Of each; null where an amount is given. */
  readonly shareBasisPoints: BasisPoints | null
  /** Null: for any service. */
  readonly serviceKey: string | null
}

/** Why it gives this customer nothing now; null where it gives something. */
export function couponFault(terms: CouponTerms, user: CouponUser, now: Instant): CouponFault | null {
  if (terms.validFrom !== null && now < terms.validFrom) return 'not_begun'
  if (isOver(terms, now)) return 'over'
  if (terms.marketId !== null && terms.marketId !== user.marketId) return 'elsewhere'
  if (terms.isFirstOrderOnly && (user.hasOrdered || user.ownUses > 0)) return 'first_only'
  if (terms.mostUsesEach !== null && user.ownUses >= terms.mostUsesEach) return 'used_by_you'
  if (terms.creditCents !== null && user.ownCents >= terms.creditCents) return 'used_by_you'
  if (terms.mostUses !== null && terms.useCount >= terms.mostUses) return 'used_up'
  if (terms.budgetCents !== null && terms.givenCents >= terms.budgetCents) return 'budget_spent'
  return null
}

export function giftOf(terms: CouponTerms, user: CouponUser, now: Instant): CouponGift | null {
  if (couponFault(terms, user, now) !== null) return null
  const ofBudget = terms.budgetCents === null ? Infinity : terms.budgetCents - terms.givenCents
  const ofCredit = terms.creditCents === null ? Infinity : terms.creditCents - user.ownCents
  const limits = [
    ...(terms.mostUses === null ? [] : [terms.mostUses - terms.useCount]),
    ...(terms.mostUsesEach === null ? [] : [terms.mostUsesEach - user.ownUses]),
    ...(terms.isFirstOrderOnly ? [1] : []),
  ]
  return {
    code: terms.code,
    leftCents: cents(Math.min(ofBudget, ofCredit, MOST_CENTS)),
    usesLeft: limits.length === 0 ? null : Math.min(...limits),
    shareBasisPoints: terms.shareBasisPoints,
    serviceKey: terms.serviceKey,
  }
}

/** More than any piece of work costs. */
const MOST_CENTS = 100_000_000_000

/** Never more than the work's price before tax. */
export function givenFor(gift: CouponGift, serviceKey: string, priceCents: Cents): Cents {
  if (gift.serviceKey !== null && gift.serviceKey !== serviceKey) return ZERO_CENTS
  if (gift.usesLeft !== null && gift.usesLeft <= 0) return ZERO_CENTS
  const wanted = gift.shareBasisPoints === null ? priceCents : shareOf(priceCents, gift.shareBasisPoints)
  return cents(Math.max(0, Math.min(gift.leftCents, wanted, priceCents)))
}

/** What is left for the work after it. */
export function giftAfter(gift: CouponGift, givenCents: Cents): CouponGift {
  if (givenCents === 0) return gift
  return {
    ...gift,
    leftCents: cents(gift.leftCents - givenCents),
    usesLeft: gift.usesLeft === null ? null : gift.usesLeft - 1,
  }
}

/** What comes off several pieces of work, in the order in which they are done. */
export function givenForAll(
  gift: CouponGift | null,
  works: readonly { readonly serviceKey: string; readonly priceCents: Cents; readonly count: number }[],
): Cents {
  let left = gift
  let given = 0
  for (const { serviceKey, priceCents, count } of works) {
    for (let index = 0; index < count && left !== null && left.leftCents > 0; index++) {
      const amount = givenFor(left, serviceKey, priceCents)
      if (amount === 0) break
      given += amount
      left = giftAfter(left, amount)
    }
  }
  return cents(given)
}

export const COUPON_STATES = ['coming', 'running', 'used_up', 'over'] as const
type CouponState = (typeof COUPON_STATES)[number]

export function couponState(terms: CouponTerms, now: Instant): CouponState {
  if (isOver(terms, now)) return 'over'
  const nobody = { marketId: terms.marketId ?? '', ownUses: 0, ownCents: ZERO_CENTS, hasOrdered: false }
  const fault = couponFault(terms, nobody, now)
  if (fault === 'not_begun') return 'coming'
  return fault === null ? 'running' : 'used_up'
}

/**
 * The most that a coupon can still come to, by its limits and by how many customers there are; null where only what
 * they order limits it.
 */
export function mostItGives(
  { creditCents, mostUses, budgetCents }: Pick<CouponFacts, 'creditCents' | 'mostUses' | 'budgetCents'>,
  customers: number,
): Cents | null {
  const limits = [
    ...(budgetCents === null ? [] : [budgetCents]),
    ...(creditCents === null ? [] : [creditCents * customers]),
    ...(creditCents === null || mostUses === null ? [] : [creditCents * mostUses]),
  ]
  return limits.length === 0 ? null : cents(Math.min(...limits))
}

function isOver({ validUntil, endedFrom }: CouponTerms, now: Instant): boolean {
  return [validUntil, endedFrom].some((end) => end !== null && now >= end)
}
