/** Where the money of one piece of work stands, and what keeps it there (product §3, Payouts). */
import type { Instant } from '../time.ts'

export type PayStep = 'earned' | 'available' | 'sending' | 'in_transit' | 'in_bank' | 'returned'
export type PayProblem =
  | 'no_payout_account'
  | 'account_blocked'
  | 'bank_returned'
  | 'account_frozen'
  | 'delayed'

export type PayoutShown = {
  readonly state: 'sending' | 'in_transit' | 'paid' | 'returned' | 'failed'
  /** Our side is late. */
  readonly isDelayed: boolean
  /** The provider did not pay this account at all; no bank has seen the money. */
  readonly isRefused: boolean
}

export type PayAccount = {
  readonly state: 'none' | 'pending' | 'ready' | 'restricted'
  readonly isFrozen: boolean
}

export function payStepOf(
  { availableAt, payout }: { availableAt: Instant; payout: PayoutShown | null },
  now: Instant,
): PayStep {
  if (payout === null || payout.state === 'failed') return availableAt > now ? 'earned' : 'available'
  return payout.state === 'paid' ? 'in_bank' : payout.state
}

/** Null where it goes on by itself. What is not due yet has no problem: there is time to mend it. */
export function payProblemOf(
  step: PayStep,
  payout: PayoutShown | null,
  account: PayAccount,
): PayProblem | null {
  if (step === 'sending') return payout?.isDelayed === true ? 'delayed' : null
  if (step === 'returned') {
    if (account.state === 'ready') return null
    return payout?.isRefused === true ? 'account_blocked' : 'bank_returned'
  }
  if (step !== 'available') return null
  if (account.isFrozen) return 'account_frozen'
  if (account.state === 'ready') return null
  return account.state === 'restricted' ? 'account_blocked' : 'no_payout_account'
}
