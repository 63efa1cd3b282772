/** The events that journals are of: a closed list, so that each of them has words for whoever reads the books. */
export const JOURNAL_KINDS = [
  'visit_completed',
  'standby',
  'tip_given',
  'fee_owed',
  'credit_given',
  'credit_changed',
  'credit_used',
  'payment_succeeded',
  'fee_known',
  'written_off',
  'refunded',
  'refund_failed',
  'crew_pay_taken_back',
  'chargeback_taken',
  'chargeback_fee',
  'chargeback_won',
  'invoice_issued',
  'invoice_paid',
  'invoice_returned',
  'payout_sent',
  'payout_reversed',
  'instant_payout_fee',
  'instant_payout_fee_back',
  'commission_earned',
  'commission_released',
  'commission_used',
  'commission_withdrawn',
  'commission_withdrawal_undone',
  'commission_reversed',
  'commission_charged_back',
  'commission_refused',
  'commission_restored',
  'partner_line_earned',
  'partner_line_moved',
  'partner_paid',
  'partner_payment_voided',
  'provider_moved',
  'sales_tax_paid',
  'tax_given_to_market',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** From storage; `other` is an event that this release does not know. */
export function toJournalKind(text: string): JournalKind | 'other' {
  return JOURNAL_KINDS.find((kind) => kind === text) ?? 'other'
}
