/**
 * Every money event between customers, crews and the platform as balanced postings (product §3, Ledger).
 *
 * | event                | debit                                              | credit                                    |
 * |----------------------|----------------------------------------------------|-------------------------------------------|
 * | visitCompleted       | customer_receivable total, coupon_expense coupon   | crew_payable pay, tax_payable, platform_revenue rest |
 * | crewStoodBy          | platform_revenue                                   | crew_payable                              |
 * | tipGiven             | customer_receivable                                | crew_payable                              |
 * | feeOwed              | customer_receivable                                | crew_payable share, platform_revenue rest |
 * | creditGiven          | refund_expense                                     | customer_credit                           |
 * | creditUsed           | customer_credit                                    | customer_receivable                       |
 * | paymentSucceeded     | provider_clearing net, provider_fees fee           | customer_receivable                       |
 * | refunded             | crew_payable clawed back, tax_payable, refund_expense rest | provider_clearing (or customer_receivable where it was not yet paid) |
 * | crewPayTakenBack     | crew_payable                                       | refund_expense                            |
 * | payoutSent           | crew_payable                                       | provider_clearing                         |
 * | instantPayoutFee     | crew_payable                                       | instant_payout_fees                       |
 * | payoutFailed         | provider_clearing, instant_payout_fees             | crew_payable                              |
 *
 * A coupon is part of visitCompleted, so it is used exactly when its visit is done. A raise of an offer is in crew
 * pay and lowers platform_revenue, which may be debited where the crew gets more than the price. A visit that is
 * reopened and done again has the same key: a redo earns nothing twice. What a sponsor earns is in commissions.ts.
 */

import { addCents, type Cents, cents, subtractCents, ZERO_CENTS } from '../money.ts'
import type { Split } from '../pricing/split.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export function visitCompleted(event: {
  visitId: string
  customerId: string
  crewId: string
  split: Split
}): Journal {
  const { customerTotalCents, couponCents, crewPayCents, taxCents, platformShareCents } = event.split
  return journal(`visit:${event.visitId}:completed`, [
    debit('customer_receivable', event.customerId, customerTotalCents),
    debit('coupon_expense', null, couponCents),
    credit('crew_payable', event.crewId, crewPayCents),
    credit('tax_payable', null, taxCents),
    credit('platform_revenue', null, addCents(platformShareCents, couponCents)),
  ])
}

/** A pushed day that the crew heard of too late: the platform pays for it, the customer nothing. */
export function crewStoodBy(event: {
  pushedDayId: string
  visitId: string
  crewId: string
  amountCents: Cents
}): Journal {
  return journal(`pushed-day:${event.pushedDayId}:standby:${event.visitId}`, [
    debit('platform_revenue', null, event.amountCents),
    credit('crew_payable', event.crewId, event.amountCents),
  ])
}

/** A tip given after the visit was completed; one given before is among the visit's lines. */
export function tipGiven(event: {
  tipId: string
  customerId: string
  crewId: string
  amountCents: Cents
}): Journal {
  return journal(`tip:${event.tipId}`, [
    debit('customer_receivable', event.customerId, event.amountCents),
    credit('crew_payable', event.crewId, event.amountCents),
  ])
}

/** Work that was called off too late: the crew that lost it gets its part. */
export function feeOwed(event: {
  orderId: string
  customerId: string
  crewId: string | null
  feeCents: Cents
  crewShareCents: Cents
}): Journal {
  const { feeCents, crewId } = event
  const crewShareCents = crewId === null ? ZERO_CENTS : event.crewShareCents
  return journal(`order:${event.orderId}:fee`, [
    debit('customer_receivable', event.customerId, feeCents),
    ...(crewId === null ? [] : [credit('crew_payable', crewId, crewShareCents)]),
    credit('platform_revenue', null, subtractCents(feeCents, crewShareCents)),
  ])
}

/** The platform makes up for an order to which nobody came. */
export function creditGiven(event: { orderId: string; customerId: string; amountCents: Cents }): Journal {
  return journal(`order:${event.orderId}:credit`, [
    debit('refund_expense', null, event.amountCents),
    credit('customer_credit', event.customerId, event.amountCents),
  ])
}

/** Credit of the customer's own used on a payment. */
export function creditUsed(event: { paymentId: string; customerId: string; amountCents: Cents }): Journal {
  return journal(`payment:${event.paymentId}:credit`, [
    debit('customer_credit', event.customerId, event.amountCents),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}

/** `feeCents` is what the provider keeps of the charge. A payment succeeds once, whichever attempt it was. */
export function paymentSucceeded(event: {
  paymentId: string
  customerId: string
  amountCents: Cents
  feeCents: Cents
}): Journal {
  return journal(`payment:${event.paymentId}:succeeded`, [
    debit('provider_clearing', null, subtractCents(event.amountCents, event.feeCents)),
    debit('provider_fees', null, event.feeCents),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}

/**
 * Money back to a customer. The platform bears it, but for the tax in it and for what a dispute's decision takes back
 * from crews; a crew that was paid already then owes it (field 22). Commissions are reversed by their own event.
 */
export function refunded(event: {
  refundId: string
  customerId: string
  amountCents: Cents
  taxCents: Cents
  crewClawbacks: readonly { readonly crewId: string; readonly amountCents: Cents }[]
  /** Not yet paid: the customer owes less instead (`receivable`), or has credit for the next bill. */
  to: 'card' | 'receivable' | 'credit'
}): Journal {
  const clawedBack = addCents(ZERO_CENTS, ...event.crewClawbacks.map((clawback) => clawback.amountCents))
  return journal(`refund:${event.refundId}`, [
    ...event.crewClawbacks.map(({ crewId, amountCents }) => debit('crew_payable', crewId, amountCents)),
    debit('tax_payable', null, event.taxCents),
    debit('refund_expense', null, cents(event.amountCents - event.taxCents - clawedBack)),
    event.to === 'card'
      ? credit('provider_clearing', null, event.amountCents)
      : credit(
          event.to === 'credit' ? 'customer_credit' : 'customer_receivable',
          event.customerId,
          event.amountCents,
        ),
  ])
}

/** What a dispute's decision takes back from one crew, where the customer's refund is booked by itself. */
export function crewPayTakenBack(event: { disputeId: string; crewId: string; amountCents: Cents }): Journal {
  return journal(`dispute:${event.disputeId}:crew-pay`, [
    debit('crew_payable', event.crewId, event.amountCents),
    credit('refund_expense', null, event.amountCents),
  ])
}

/** `amountCents` is what arrives at the crew's account. */
export function payoutSent(event: { payoutId: string; crewId: string; amountCents: Cents }): Journal {
  return journal(`payout:${event.payoutId}:sent`, [
    debit('crew_payable', event.crewId, event.amountCents),
    credit('provider_clearing', null, event.amountCents),
  ])
}

export function instantPayoutFee(event: { payoutId: string; crewId: string; feeCents: Cents }): Journal {
  return journal(`payout:${event.payoutId}:fee`, [
    debit('crew_payable', event.crewId, event.feeCents),
    credit('instant_payout_fees', null, event.feeCents),
  ])
}

/** The money came back, even after 'paid' (field 24): the crew is owed it again, with the fee it paid for it. */
export function payoutFailed(event: {
  payoutId: string
  crewId: string
  amountCents: Cents
  feeCents: Cents
}): Journal {
  return journal(`payout:${event.payoutId}:failed`, [
    debit('provider_clearing', null, event.amountCents),
    debit('instant_payout_fees', null, event.feeCents),
    credit('crew_payable', event.crewId, addCents(event.amountCents, event.feeCents)),
  ])
}
