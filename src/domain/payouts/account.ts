/** What a payout provider asks of a payee, and why it stops paying, in kinds that have words for people. */

export const PAYOUT_ASKS = [
  'bank',
  'name',
  'birth_date',
  'address',
  'tax_number',
  'identity_document',
  'phone',
  'email',
  'business',
  'terms',
  'other',
] as const
export type PayoutAsk = (typeof PAYOUT_ASKS)[number]

export const STOP_REASONS = ['questions_open', 'under_review', 'refused', 'other'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Stripe's requirement keys, by what they contain. Several keys may ask for one thing, which is said once. */
export function asksOf(requirements: readonly string[]): PayoutAsk[] {
  const asks = requirements.map((key) => ASKS.find(([part]) => key.includes(part))?.[1] ?? 'other')
  return PAYOUT_ASKS.filter((ask) => asks.includes(ask))
}

/** By Stripe's `disabled_reason`. */
export function stopReasonOf(disabledReason: string): StopReason {
  if (disabledReason === 'requirements.past_due') return 'questions_open'
  if (disabledReason === 'requirements.pending_verification' || disabledReason === 'under_review')
    return 'under_review'
  return disabledReason.startsWith('rejected.') ? 'refused' : 'other'
}

const ASKS: readonly (readonly [string, PayoutAsk])[] = [
  ['external_account', 'bank'],
  ['verification.', 'identity_document'],
  ['dob.', 'birth_date'],
  ['address.', 'address'],
  ['id_number', 'tax_number'],
  ['ssn_last_4', 'tax_number'],
  ['tax_id', 'tax_number'],
  ['tos_acceptance', 'terms'],
  ['phone', 'phone'],
  ['email', 'email'],
  ['business_profile', 'business'],
  ['business_type', 'business'],
  ['name', 'name'],
]
