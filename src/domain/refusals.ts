/**
 * Every reason for which a rule says no. Rules return refusals as data; `sentences.ts` has the words for people in
 * both languages, and the server's table of errors has their status.
 */

export const REFUSAL_REASONS = [
  // Anyone
  'not_yours',
  'not_allowed',
  'account_frozen',
  'role_forbids',
  'every_city_needed',
  'second_factor_needed',
  'second_factor_wrong',
  'second_factor_used',
  'second_factor_tries',
  'own_second_factor',
  'last_owner',
  'invitation_over',
  'invited_already',
  'staff_already',
  'address_of_customer',
  'seeing_only',
  'seeing_hidden',
  'seeing_ended',
  // Leaving
  'operator_leaves',
  'leaves_during_work',
  'leaves_with_promises',
  'leaves_with_debt',
  // Hospitable
  'hospitable_absent',
  'hospitable_of_another',
  'hospitable_late',
  'hospitable_nothing',
  'hospitable_code_used',
  'hospitable_linked_elsewhere',
  'hospitable_other_account',
  'hospitable_lapsed',
  // Visits
  'wrong_state',
  'too_early',
  'too_late',
  'no_crew',
  'photos_missing',
  'too_many_photos',
  'photo_quota_reached',
  'clock_ahead',
  'visit_cancelled',
  'visit_skipped',
  'visit_reassigned',
  'late_completion_decided',
  'done_by_another',
  'fee_charged',
  'location_invalid',
  'waiting_for_customer',
  'extra_amount_invalid',
  'extra_open_already',
  // Offers and assignments
  'offer_taken',
  'offer_expired',
  'no_longer_open',
  'blocked_by_customer',
  'too_many_taken',
  'too_many_released',
  'released_too_often',
  'out_of_range',
  'day_not_worked',
  'outside_hours',
  'skill_missing',
  'overlapping_work',
  'crew_frozen',
  'crew_blocked',
  // Prices and bookings
  'no_price',
  'quantity_invalid',
  'amount_invalid',
  'no_card',
  'card_declined',
  'card_insufficient_funds',
  'card_expired',
  'card_cvc_wrong',
  'card_number_wrong',
  'card_not_a_test_card',
  'account_not_a_test_account',
  'card_form_expired',
  'already_booked',
  'job_ended',
  'payment_overdue',
  // On demand
  'text_changed',
  'price_changed',
  'fee_changed',
  'not_on_demand',
  'window_past',
  'window_too_far',
  'window_too_short',
  // Refunds, payouts, commissions
  'nothing_paid',
  'refund_above_paid',
  'credit_above_limit',
  'second_person_needed',
  'own_approval',
  'approval_decided',
  'approval_expired',
  'approval_waiting',
  'approval_changed',
  'reason_missing',
  'credit_not_enough',
  'payment_under_way',
  'payment_charged_back',
  'invoice_closed',
  'invoice_amount',
  'invoice_has_payments',
  'no_payout_account',
  'bank_not_instant',
  'nothing_available',
  'below_minimum',
  'fee_above_amount',
  'sponsor_is_same_person',
  'sponsor_shares_card',
  'sponsor_shares_phone',
  'sponsor_shares_payout_account',
  'sponsor_shares_address',
  'sponsor_shares_device',
  'below_withdrawal_minimum',
  'referral_decided',
  // Ratings and problems
  'rating_invalid',
  'already_rated',
  'visit_not_completed',
  'already_tipped',
  'already_disputed',
  'dispute_decided',
  // Messages
  'too_many_messages',
  // Places
  'group_name_taken',
  'building_name_taken',
  'no_such_unit',
  'too_many_buildings',
  'in_the_past',
  'photo_of_another_visit',
  'has_live_work',
  'import_running',
  'import_started',
  // Markets
  'market_not_open',
  'place_in_another_market',
  'service_not_offered',
  'market_without_area',
  'market_without_prices',
  'market_has_work',
  'market_changed',
  // Imports
  'file_empty',
  'file_not_text',
  'file_not_utf8',
  'file_lost',
  'header_missing',
  'columns_too_many',
  'rows_too_many',
  'places_missing',
  'address_unknown',
  'lookup_failed',
  'columns_missing',
  'name_missing',
  'coordinates_missing',
  'coordinates_invalid',
  'coordinates_out_of_range',
  'reference_duplicated',
  'text_too_long',
  'control_characters',
  'row_malformed',
  // Statements of partners
  'statement_columns_missing',
  'statement_changed',
  'statement_confirmed',
  'line_paid_out',
  'partner_payment_known',
  'partner_payment_ahead',
  'partner_payment_above_owed',
  // Accounts
  'password_too_short',
  'operator_password_too_short',
  'password_breached',
  'password_too_long',
  'password_common',
  'password_own_word',
  'password_invalid_characters',
  'phone_invalid',
  'phone_not_texted',
  'phone_taken',
  'code_wrong',
  'code_spent',
  'too_many_codes',
  'last_way_in',
  'passkey_refused',
  'passkey_late',
  'passkey_elsewhere',
  'passkey_unknown',
  'passkey_unverified',
  'passkey_copied',
  'passkey_known',
  'too_many_passkeys',
  'no_password',
  'password_needs_email',
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export function isRefusalReason(text: string): text is RefusalReason {
  return REFUSAL_REASONS.some((reason) => reason === text)
}

export type Refusal = { readonly refused: RefusalReason }

/** The answer to a request that was already carried out: nothing changes, nothing follows, it counts once. */
export type AlreadyDone = { readonly alreadyDone: true }

export function refuse(reason: RefusalReason): Refusal {
  return { refused: reason }
}

export function isRefusal<Outcome extends object>(outcome: Outcome | Refusal): outcome is Refusal {
  return 'refused' in outcome
}

export function isAlreadyDone<Outcome extends object>(
  outcome: Outcome | AlreadyDone,
): outcome is AlreadyDone {
  return 'alreadyDone' in outcome
}
