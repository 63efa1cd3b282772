/** Refunds, whole or in part: never above what was paid, and every share taken back in proportion (field 22). */

import { type Cents, cents, splitByWeights, ZERO_CENTS } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'

export type RefundablePayment = {
  readonly paidCents: Cents
  /** What earlier refunds of this payment took back. */
  readonly refundedCents: Cents
}

export type Refund = {
  readonly amountCents: Cents
  readonly refundedAfterCents: Cents
  readonly isWhole: boolean
}

/** `'rest'` refunds all that is left. */
export function decideRefund(payment: RefundablePayment, amount: number | 'rest'): Refund | Refusal {
  const left = payment.paidCents - payment.refundedCents
  if (payment.paidCents <= 0) return refuse('nothing_paid')
  const wanted = amount === 'rest' ? left : amount
  if (!Number.isSafeInteger(wanted) || wanted < 0 || (amount !== 'rest' && wanted === 0))
    return refuse('amount_invalid')
  if (wanted > left || left === 0) return refuse('refund_above_paid')
  const after = cents(payment.refundedCents + wanted)
  return { amountCents: cents(wanted), refundedAfterCents: after, isWhole: after === payment.paidCents }
}

/**
 * What this refund takes back of an amount that was derived from the payment (a commission, a crew's pay, its tax).
 * Counted from the totals before and after, so that many partial refunds take back the amount exactly, no cent more.
 */
export function proportionalReversal(
  derivedCents: Cents,
  paidCents: Cents,
  refund: { refundedBeforeCents: Cents; refundedAfterCents: Cents },
): Cents {
  const takenBack = (refunded: Cents) => shareTakenBack(derivedCents, paidCents, refunded)
  return cents(takenBack(refund.refundedAfterCents) - takenBack(refund.refundedBeforeCents))
}

/** The share of a derived amount that goes with a part of the whole, such as what was refunded so far. */
export function shareTakenBack(derivedCents: Cents, paidCents: Cents, refundedCents: Cents): Cents {
  if (paidCents === 0) return ZERO_CENTS
  return splitByWeights(derivedCents, [refundedCents, paidCents - refundedCents])[0] ?? ZERO_CENTS
}
