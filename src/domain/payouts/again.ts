/** Which payouts an operator can have tried again. */

type Payout = { readonly kind: string; readonly state: string }

/** Commissions whose withdrawal failed are their owner's to spend again; what is in the bank is done. */
export function canTryAgain({ kind, state }: Payout): boolean {
  return state === 'failed' ? kind !== 'commission' : state !== 'paid'
}
