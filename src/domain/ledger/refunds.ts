/**
 * What goes back to customers, or is taken back by their banks, as balanced postings.
 *
 * | event             | debit                                                      | credit                                  |
 * |-------------------|------------------------------------------------------------|-----------------------------------------|
 * | refunded          | crew_payable clawed back, tax_payable, refund_expense rest | provider_clearing card, customer_credit credit |
 * | refundFailed      | the same, the other way round                              |                                         |
 * | credit note       | as refunded                                                | invoice_receivable open, customer_credit; what goes back through a charge is a refund of its own |
 * | chargebackTaken   | chargeback_losses, provider_fees                           | provider_clearing                       |
 * | chargebackWon     | provider_clearing                                          | chargeback_losses                       |
 * | debitReturned     | customer_receivable, provider_fees                         | provider_clearing                       |
 *
 * The platform bears a refund, but for the tax in it and for what a decision takes back from crews; a crew that was
 * paid already then owes it (field 22). Commissions are reversed by their own event.
 */

import { addCents, type Cents, cents, subtractCents, ZERO_CENTS } from '../money.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export type RefundEvent = {
  readonly refundId: string
  readonly customerId: string
  /** Whose tax it was. */
  readonly marketId: string
  readonly amountCents: Cents
  /** Of the amount, what becomes credit; the rest goes to the card, or off an invoice. */
  readonly creditCents: Cents
  readonly goesOff?: 'card' | 'invoice'
  readonly taxCents: Cents
  readonly crewClawbacks: readonly { readonly crewId: string; readonly amountCents: Cents }[]
}

export function refunded(event: RefundEvent): Journal {
  return journal(`refund:${event.refundId}`, postingsOf(event))
}

/** The provider could not refund it after all: nobody got or lost anything. */
export function refundFailed(event: RefundEvent): Journal {
  const undone = postingsOf(event).map((posting) => ({
    ...posting,
    amountCents: cents(-posting.amountCents),
  }))
  return journal(`refund:${event.refundId}:failed`, undone)
}

export function chargebackTaken(event: { chargebackId: string; amountCents: Cents }): Journal {
  return journal(`chargeback:${event.chargebackId}:taken`, [
    debit('chargeback_losses', null, event.amountCents),
    credit('provider_clearing', null, event.amountCents),
  ])
}

/** A bank debit that had settled came back: its customer owes it again. */
export function debitReturned(event: {
  chargebackId: string
  customerId: string
  amountCents: Cents
}): Journal {
  return journal(`chargeback:${event.chargebackId}:taken`, [
    debit('customer_receivable', event.customerId, event.amountCents),
    credit('provider_clearing', null, event.amountCents),
  ])
}

/** What the provider takes for it, won or lost. */
export function chargebackFee(event: { chargebackId: string; feeCents: Cents }): Journal {
  return journal(`chargeback:${event.chargebackId}:fee`, [
    debit('provider_fees', null, event.feeCents),
    credit('provider_clearing', null, event.feeCents),
  ])
}

export function chargebackWon(event: { chargebackId: string; amountCents: Cents }): Journal {
  return journal(`chargeback:${event.chargebackId}:won`, [
    debit('provider_clearing', null, event.amountCents),
    credit('chargeback_losses', null, event.amountCents),
  ])
}

function postingsOf(event: RefundEvent) {
  const { customerId, marketId, amountCents, creditCents, taxCents, crewClawbacks, goesOff = 'card' } = event
  const restCents = subtractCents(amountCents, creditCents)
  const clawedBack = addCents(ZERO_CENTS, ...crewClawbacks.map((clawback) => clawback.amountCents))
  return [
    ...crewClawbacks.map((clawback) => debit('crew_payable', clawback.crewId, clawback.amountCents)),
    debit('tax_payable', marketId, taxCents),
    debit('refund_expense', null, cents(amountCents - taxCents - clawedBack)),
    goesOff === 'card'
      ? credit('provider_clearing', null, restCents)
      : credit('invoice_receivable', customerId, restCents),
    credit('customer_credit', customerId, creditCents),
  ]
}
