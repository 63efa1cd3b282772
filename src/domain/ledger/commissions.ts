/**
 * What a sponsor earns and spends as balanced postings; all that is earned is the platform's expense.
 *
 * | event              | debit                                     | credit                                 |
 * |--------------------|-------------------------------------------|----------------------------------------|
 * | commissionEarned   | commission_expense                        | commission_pending                     |
 * | commissionReleased | commission_pending                        | commission_available                   |
 * | commissionReversed | commission_pending or commission_available | commission_expense                     |
 * | commissionRestored | commission_expense                        | commission_pending or commission_available |
 * | commissionSpent    | commission_available                      | customer_credit, or crew_payable on its way to the bank |
 * | spendingUndone     | crew_payable                              | commission_available                   |
 *
 * A reversal of more than is available leaves commission_available in debit: the next commissions pay it off (field 22).
 */

import type { Cents } from '../money.ts'
import { credit, debit, type Journal, journal } from './journal.ts'

export type CommissionEvent = { commissionId: string; sponsorId: string; amountCents: Cents }

export function commissionEarned(event: CommissionEvent): Journal {
  return journal(`commission:${event.commissionId}:earned`, [
    debit('commission_expense', null, event.amountCents),
    credit('commission_pending', event.sponsorId, event.amountCents),
  ])
}

/** The payment is old enough; `amountCents` is what no refund has taken back by then. */
export function commissionReleased(event: CommissionEvent): Journal {
  return journal(`commission:${event.commissionId}:released`, [
    debit('commission_pending', event.sponsorId, event.amountCents),
    credit('commission_available', event.sponsorId, event.amountCents),
  ])
}

/** In part for a refund in part; `state` says where the commission stands when the refund comes. */
export function commissionReversed(
  event: CommissionEvent & { refundId: string; state: 'pending' | 'available' },
): Journal {
  const account = event.state === 'pending' ? 'commission_pending' : 'commission_available'
  return journal(`commission:${event.commissionId}:reversed:${event.refundId}`, [
    debit(account, event.sponsorId, event.amountCents),
    credit('commission_expense', null, event.amountCents),
  ])
}

/** The refund that took it back failed at the end. */
export function commissionRestored(
  event: CommissionEvent & { refundId: string; state: 'pending' | 'available' },
): Journal {
  const account = event.state === 'pending' ? 'commission_pending' : 'commission_available'
  return journal(`commission:${event.commissionId}:restored:${event.refundId}`, [
    debit('commission_expense', null, event.amountCents),
    credit(account, event.sponsorId, event.amountCents),
  ])
}

type SpendingEvent = { spendingId: string; sponsorId: string; amountCents: Cents }

/** As credit it pays the sponsor's own bills; else it is owed to the sponsor until a payout takes it. */
export function commissionSpent(event: SpendingEvent & { as: 'credit' | 'money' }): Journal {
  return journal(`commission-spending:${event.spendingId}`, [
    debit('commission_available', event.sponsorId, event.amountCents),
    credit(event.as === 'credit' ? 'customer_credit' : 'crew_payable', event.sponsorId, event.amountCents),
  ])
}

/** The account could not take it, and nothing has moved. */
export function spendingUndone(event: SpendingEvent): Journal {
  return journal(`commission-spending:${event.spendingId}:undone`, [
    debit('crew_payable', event.sponsorId, event.amountCents),
    credit('commission_available', event.sponsorId, event.amountCents),
  ])
}
