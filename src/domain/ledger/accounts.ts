/** The chart of accounts. A posting is positive for a debit and negative for a credit. */

import { keysOf } from '../keys.ts'
import { type Cents, cents } from '../money.ts'

/**
 * Whose account it is, and on which side it normally stands. A crew's debt is a debit balance of its payable, so
 * earnings pay it off by themselves.
 */
export const ACCOUNTS = {
  /** What a customer owes for visits done. */
  customer_receivable: { owner: 'customer', side: 'debit' },
  /** Of that, what stands on invoices: owed by a date, in the books apart. */
  invoice_receivable: { owner: 'customer', side: 'debit' },
  /** What a customer may use up on later bills. */
  customer_credit: { owner: 'customer', side: 'credit' },
  /** What a crew has earned, or a sponsor withdraws, and was not yet paid. */
  crew_payable: { owner: 'crew', side: 'credit' },
  /** A sponsor's commission that can still be lost, and that which is the sponsor's. */
  commission_pending: { owner: 'sponsor', side: 'credit' },
  commission_available: { owner: 'sponsor', side: 'credit' },
  /** What partners owe for work that crews did for them. */
  partner_receivable: { owner: null, side: 'debit' },
  /** Our money at the payment provider: what `reconcile` compares with the provider's balance. */
  provider_clearing: { owner: null, side: 'debit' },
  /** Our money at our own bank, as far as the provider and partners have sent it there. */
  platform_bank: { owner: null, side: 'debit' },
  provider_fees: { owner: null, side: 'debit' },
  /** Sales tax that a market has collected and not yet paid to its authorities. */
  tax_payable: { owner: 'market', side: 'credit' },
  /** What the platform keeps of prices: they less crew pay. */
  platform_revenue: { owner: null, side: 'credit' },
  instant_payout_fees: { owner: null, side: 'credit' },
  coupon_expense: { owner: null, side: 'debit' },
  commission_expense: { owner: null, side: 'debit' },
  refund_expense: { owner: null, side: 'debit' },
  /** Credit that operators gave by hand, less what they took. */
  credit_adjustments: { owner: null, side: 'debit' },
  /** What cardholders' banks took back. */
  chargeback_losses: { owner: null, side: 'debit' },
  /** What the provider corrected by itself. */
  provider_adjustments: { owner: null, side: 'debit' },
  /** What customers owed and nobody will pay: written off. */
  bad_debt: { owner: null, side: 'debit' },
} as const

export type AccountKind = keyof typeof ACCOUNTS

export const ACCOUNT_KINDS = keysOf(ACCOUNTS)

/** An account's balance as people say it: what is owed by a customer or to a crew is positive. */
export function naturalBalance(kind: AccountKind, sumOfPostings: Cents): Cents {
  return ACCOUNTS[kind].side === 'debit' ? sumOfPostings : cents(-sumOfPostings)
}
