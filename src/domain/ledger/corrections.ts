/**
 * What operators correct by hand, as balanced postings.
 *
 * | event         | debit              | credit              |
 * |---------------|--------------------|---------------------|
 * | creditChanged | credit_adjustments | customer_credit     |
 * | writtenOff    | bad_debt           | customer_receivable |
 *
 * Credit that is taken is booked the other way round.
 */
import type { Cents } from '../money.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export const CREDIT_CHANGE_KINDS = ['given', 'taken'] as const
export type CreditChangeKind = (typeof CREDIT_CHANGE_KINDS)[number]

export function creditChanged(event: {
  creditChangeId: string
  customerId: string
  kind: CreditChangeKind
  amountCents: Cents
}): Journal {
  const { customerId, kind, amountCents } = event
  const [more, less] = kind === 'given' ? [debit, credit] : [credit, debit]
  return journal(`credit-change:${event.creditChangeId}`, [
    more('credit_adjustments', null, amountCents),
    less('customer_credit', customerId, amountCents),
  ])
}

export function writtenOff(event: { paymentId: string; customerId: string; amountCents: Cents }): Journal {
  return journal(`payment:${event.paymentId}:written-off`, [
    debit('bad_debt', null, event.amountCents),
    credit('customer_receivable', event.customerId, event.amountCents),
  ])
}
