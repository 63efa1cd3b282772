/** Bank accounts that the embedded provider debits, by the numbers of Stripe's test mode, and the days that it takes. */
import { basisPoints, type Cents, cents, shareOf } from '#domain/money.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { BankAccountDetails } from '../payments/hosted-forms.ts'
import { fingerprintOf } from './embedded-cards.ts'
import type { BankCard } from './embedded-shapes.ts'

/** What the customer's bank says of a debit some days later; null where it pays. */
const RETURNS: Readonly<Record<string, string | null>> = {
  '000123456789': null,
  '000111111113': 'account_closed',
  '000111111116': 'no_account',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
}

/** What a debit commonly costs in the USA: 0.8 %, at most $5. */
const FEE_SHARE = basisPoints(80)
const FEE_MOST_CENTS = 500

const BANKING_DAYS = 4

/** The account as a method, mandate given; or the provider's word for what is wrong with it. */
export function readBankAccount(
  { routingNumber, accountNumber }: BankAccountDetails,
  secret: string,
): BankCard | { declined: string } {
  const returned = RETURNS[accountNumber]
  if (returned === undefined) return { declined: 'not_a_test_account' }
  return {
    kind: 'bank_account',
    brand: 'Test Bank',
    last4: accountNumber.slice(-4),
    expiresMonth: null,
    expiresYear: null,
    fingerprint: fingerprintOf(`${routingNumber}:${accountNumber}`, secret),
    declinesSaving: null,
    declinesCharges: null,
    asksAtSaving: false,
    asksAtCharging: false,
    returnsDebits: returned,
  }
}

/** Saturdays and Sundays do not count. */
export function debitEndsAt(from: Instant): Instant {
  let at: number = from
  for (let left = BANKING_DAYS; left > 0; ) {
    at += DAY_MS
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return instant(at)
}

export function debitFeeOf(amount: Cents): Cents {
  return cents(Math.min(amount, FEE_MOST_CENTS, shareOf(amount, FEE_SHARE)))
}
