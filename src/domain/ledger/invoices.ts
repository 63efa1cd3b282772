/**
 * Invoices as balanced postings.
 *
 * | event            | debit               | credit                                |
 * |------------------|---------------------|---------------------------------------|
 * | invoiceIssued    | invoice_receivable  | customer_receivable                   |
 * | invoicePartPaid  | customer_receivable | invoice_receivable, customer_credit   |
 * | invoicePartReturned | invoice_receivable, customer_credit | customer_receivable              |
 * | invoicePaidByHand| platform_bank       | invoice_receivable, customer_credit   |
 *
 * A part that came through the provider has credited customer_receivable by its own payment; it goes from there to the
 * invoice. What came beyond what was open is the customer's credit.
 */
import { type Cents, subtractCents } from '../money.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export function invoiceIssued(event: { invoiceId: string; customerId: string; amountCents: Cents }): Journal {
  return journal(`invoice:${event.invoiceId}:issued`, [
    debit('invoice_receivable', event.customerId, event.amountCents),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}

type Received = {
  readonly receiptId: string
  readonly customerId: string
  readonly amountCents: Cents
  /** Of the amount, what the invoice takes. */
  readonly takenCents: Cents
}

export function invoicePartPaid(event: Received): Journal {
  return journal(`invoice-receipt:${event.receiptId}`, [
    debit('customer_receivable', event.customerId, event.amountCents),
    ...takenBy(event),
  ])
}

/** The bank debit that paid it came back: the invoice is open by it again, and no credit is left of it. */
export function invoicePartReturned(event: Received): Journal {
  return journal(`invoice-receipt:${event.receiptId}:returned`, [
    debit('invoice_receivable', event.customerId, event.takenCents),
    debit('customer_credit', event.customerId, subtractCents(event.amountCents, event.takenCents)),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}

/** A check or a wire: our own bank has it. */
export function invoicePaidByHand(event: Received): Journal {
  return journal(`invoice-receipt:${event.receiptId}`, [
    debit('platform_bank', null, event.amountCents),
    ...takenBy(event),
  ])
}

function takenBy({ customerId, amountCents, takenCents }: Received) {
  return [
    credit('invoice_receivable', customerId, takenCents),
    credit('customer_credit', customerId, subtractCents(amountCents, takenCents)),
  ]
}
