/** Stripe's errors as kinds of what is to be done about them. */
import { Stripe } from 'stripe'
import { ProviderFailure } from '../payments/failure.ts'

const { errors } = Stripe

/** The payee's account or bank cannot take it; its owner must do something. */
const ACCOUNT_CODES = new Set([
  'account_closed',
  'account_country_invalid_address',
  'account_invalid',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_account_unverified',
  'instant_payouts_config_disabled',
  'instant_payouts_currency_disabled',
  'instant_payouts_limit_exceeded',
  'instant_payouts_unsupported',
  'insufficient_capabilities_for_transfer',
  'invalid_card_type',
  'no_account',
  'payouts_not_allowed',
  'transfers_not_allowed',
])

/** Our balance for a transfer, the payee's for a payout. */
const BALANCE_CODES = new Set(['balance_insufficient', 'insufficient_funds'])

/** What was asked cannot be done any more. */
const REFUSED_CODES = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'charge_exceeds_source_limit',
  'charge_expired_for_capture',
  'charge_not_refundable',
  'payment_intent_unexpected_state',
  'payment_method_unexpected_state',
  'refund_disputed_payment',
  'setup_intent_unexpected_state',
  'transfer_source_balance_parameters_mismatch',
])

const UNAVAILABLE_CODES = new Set([
  'idempotency_key_in_use',
  'lock_timeout',
  'rate_limit',
  'api_key_rotating',
])

/**
 * Asks Stripe; whatever goes wrong is thrown as a ProviderFailure. Some invalid requests are not our fault but too late
 * (a refund beyond what is left): `about` names the parameters by which Stripe says so, null where it names none.
 */
export async function ask<Answer>(
  call: () => PromiseLike<Answer>,
  { about = [] }: { readonly about?: readonly (string | null)[] } = {},
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const failure = toFailure(error)
    const isLate = error instanceof errors.StripeInvalidRequestError && about.includes(error.param ?? null)
    if (isLate && failure instanceof ProviderFailure && failure.kind === 'contract')
      throw new ProviderFailure('refused', failure.message, failure.code)
    throw failure
  }
}

/** Null where Stripe knows no such object. */
export async function askFor<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null
    throw toFailure(error)
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof errors.StripeError ? (error.code ?? null) : null
}

/** A card that was refused: the intent says why. */
export function isCardError(error: unknown): boolean {
  return error instanceof errors.StripeCardError
}

/** The intent is in another state than the call wants: it is to be read. */
export function isUnexpectedState(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'payment_intent_unexpected_state' || code === 'charge_expired_for_capture'
}

export function toFailure(error: unknown): unknown {
  if (error instanceof ProviderFailure || !(error instanceof errors.StripeError)) return error
  const code = error.code ?? null
  return new ProviderFailure(kindOf(error, code), error.message, code)
}

function kindOf(error: Stripe.errors.StripeError, code: string | null): ProviderFailure['kind'] {
  const isTheirs =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    (error.statusCode ?? 0) >= 500 ||
    error.statusCode === 429
  if (isTheirs || (code !== null && UNAVAILABLE_CODES.has(code))) return 'unavailable'
  // A key that is still at work answers 409 before it has a code.
  if (error.statusCode === 409) return 'unavailable'
  if (code === null) return error instanceof errors.StripePermissionError ? 'account' : 'contract'
  if (BALANCE_CODES.has(code)) return 'balance'
  if (ACCOUNT_CODES.has(code)) return 'account'
  if (REFUSED_CODES.has(code)) return 'refused'
  return 'contract'
}

/** A word of Stripe's that this adapter does not know. */
export function unknownWord(what: string, word: string | null | undefined): ProviderFailure {
  return new ProviderFailure('contract', `Stripe says '${word}' for ${what}, which is not known here`)
}
