/**
 * What an operator may correct by hand: give or take credit of a customer, and write off what nobody will pay. Each has
 * a reason, an effect that is shown before, and a limit that is a setting.
 */
import type { CreditChangeKind } from '../ledger/corrections.ts'
import { type Cents, cents, subtractCents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { creditFor, LEAST_CHARGE_CENTS } from './statement.ts'

export type CreditLimits = Pick<BusinessSettings, 'manualCreditMaximumCents' | 'manualCreditMonthCents'>

export type CreditStanding = {
  readonly creditCents: Cents
  /** What operators gave this customer in the last thirty days. */
  readonly givenLatelyCents: Cents
}

/** So long a gift counts against what one customer is given by hand. */
export const CREDIT_WINDOW_DAYS = 30

/** The credit that the customer has afterwards, before any of it pays what is due. */
export function decideCreditChange(
  change: { readonly kind: CreditChangeKind; readonly amountCents: number },
  { creditCents, givenLatelyCents }: CreditStanding,
  limits: CreditLimits,
): { readonly amountCents: Cents; readonly creditAfterCents: Cents } | Refusal {
  const { kind } = change
  if (!Number.isSafeInteger(change.amountCents) || change.amountCents <= 0) return refuse('amount_invalid')
  const amountCents = cents(change.amountCents)
  if (kind === 'taken') {
    if (amountCents > creditCents) return refuse('credit_not_enough')
    return { amountCents, creditAfterCents: subtractCents(creditCents, amountCents) }
  }
  if (amountCents > mostToGive(givenLatelyCents, limits)) return refuse('credit_above_limit')
  return { amountCents, creditAfterCents: cents(creditCents + amountCents) }
}

/** What may be given at once: never above the limit of one gift, nor of a month. */
export function mostToGive(givenLatelyCents: Cents, limits: CreditLimits): Cents {
  const leftOfMonth = Math.max(0, limits.manualCreditMonthCents - givenLatelyCents)
  return cents(Math.min(limits.manualCreditMaximumCents, leftOfMonth))
}

export type DuePayment<Id> = { readonly paymentId: Id; readonly totalCents: Cents }
export type PaidByCredit<Id> = {
  readonly paymentId: Id
  readonly amountCents: Cents
  readonly leftCents: Cents
}

/** What credit pays of what is due, oldest first, as it will be used. */
export function payWithCredit<Id>(
  creditCents: Cents,
  due: readonly DuePayment<Id>[],
  leastCents: Cents = LEAST_CHARGE_CENTS,
): PaidByCredit<Id>[] {
  const paid: PaidByCredit<Id>[] = []
  let left = creditCents
  for (const { paymentId, totalCents } of due) {
    const amountCents = creditFor(totalCents, left, leastCents)
    if (amountCents === 0) continue
    left = subtractCents(left, amountCents)
    paid.push({ paymentId, amountCents, leftCents: subtractCents(totalCents, amountCents) })
  }
  return paid
}

/** What is written off is what is owed of the payment; one that a bank is asked about has to have its answer first. */
export function decideWriteOff(payment: {
  readonly state: 'due' | 'charging' | 'paid' | 'declined' | 'written_off' | 'invoiced'
  readonly totalCents: Cents
}): { readonly amountCents: Cents } | Refusal {
  if (payment.state === 'charging') return refuse('payment_under_way')
  // An invoice is void by a credit note instead.
  const isOver = payment.state === 'paid' || payment.state === 'written_off'
  if (isOver || payment.state === 'invoiced' || payment.totalCents <= 0) return refuse('wrong_state')
  return { amountCents: payment.totalCents }
}
