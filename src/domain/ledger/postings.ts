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
 * | feeKnown             | provider_fees                                      | provider_clearing                         |
 * | payoutSent           | crew_payable                                       | provider_clearing                         |
 * | payoutReversed       | provider_clearing                                  | crew_payable                              |
 * | payoutFeeTaken       | crew_payable                                       | instant_payout_fees                       |
 * | payoutFeeRefunded    | instant_payout_fees                                | crew_payable                              |
 * | salesTaxPaid         | tax_payable                                        | platform_bank                             |
 *
 * A coupon is part of visitCompleted, so it is used exactly when its visit is done. A raise of an offer is in crew
 * pay and lowers platform_revenue, which may be debited where the crew gets more than the price. A visit that is
 * reopened and done again has the same key: a redo earns nothing twice. What a sponsor earns is in commissions.ts, what
 * goes back to customers in refunds.ts.
 */

import { addCents, type Cents, subtractCents, ZERO_CENTS } from '../money.ts'
import type { Split } from '../pricing/split.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export function visitCompleted(event: {
  visitId: string
  marketId: string
  customerId: string
  crewId: string
  split: Split
}): Journal {
  const { customerTotalCents, couponCents, crewPayCents, taxCents, platformShareCents } = event.split
  return journal(`visit:${event.visitId}:completed`, [
    debit('customer_receivable', event.customerId, customerTotalCents),
    debit('coupon_expense', null, couponCents),
    credit('crew_payable', event.crewId, crewPayCents),
    credit('tax_payable', event.marketId, taxCents),
    credit('platform_revenue', null, addCents(platformShareCents, couponCents)),
  ])
}

/** What a market owed its tax authorities for a period, paid from our bank. */
export function salesTaxPaid(event: { filingId: string; marketId: string; amountCents: Cents }): Journal {
  return journal(`sales-tax:${event.filingId}:paid`, [
    debit('tax_payable', event.marketId, event.amountCents),
    credit('platform_bank', null, event.amountCents),
  ])
}

/** A pushed day of which the crew was notified too late: the platform pays for it, the customer nothing. */
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

/** Credit of the customer's own used on a payment; `beforeCents` were used already where it came after the bill. */
export function creditUsed(event: {
  paymentId: string
  customerId: string
  amountCents: Cents
  beforeCents?: Cents
}): Journal {
  const later = event.beforeCents === undefined ? '' : `:${event.beforeCents}`
  return journal(`payment:${event.paymentId}:credit${later}`, [
    debit('customer_credit', event.customerId, event.amountCents),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}

/** `feeCents` is what the provider keeps of the charge, as far as it is known. A payment succeeds once. */
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

/** The provider said only later what it kept of the charge. */
export function feeKnown(event: { paymentId: string; feeCents: Cents }): Journal {
  return journal(`payment:${event.paymentId}:fee`, [
    debit('provider_fees', null, event.feeCents),
    credit('provider_clearing', null, event.feeCents),
  ])
}

/** One transfer of a payout: its money is the crew's, at the provider, from now on. */
export function payoutSent(event: {
  payoutId: string
  crewId: string
  number: number
  amountCents: Cents
}): Journal {
  return journal(`payout:${event.payoutId}:sent:${event.number}`, [
    debit('crew_payable', event.crewId, event.amountCents),
    credit('provider_clearing', null, event.amountCents),
  ])
}

/** The transfer came back: the crew is owed it again. */
export function payoutReversed(event: {
  payoutId: string
  crewId: string
  number: number
  amountCents: Cents
}): Journal {
  return journal(`payout:${event.payoutId}:reversed:${event.number}`, [
    debit('provider_clearing', null, event.amountCents),
    credit('crew_payable', event.crewId, event.amountCents),
  ])
}

export function payoutFeeTaken(event: { payoutId: string; crewId: string; feeCents: Cents }): Journal {
  return journal(`payout:${event.payoutId}:fee`, [
    debit('crew_payable', event.crewId, event.feeCents),
    credit('instant_payout_fees', null, event.feeCents),
  ])
}

/** What was to be fast and came back was not fast. */
export function payoutFeeRefunded(event: { payoutId: string; crewId: string; feeCents: Cents }): Journal {
  return journal(`payout:${event.payoutId}:fee-back`, [
    debit('instant_payout_fees', null, event.feeCents),
    credit('crew_payable', event.crewId, event.feeCents),
  ])
}
