/** A payout on request: at once, for a fee (product §3: 1.5 %, at least 50 cents). */

import { type Cents, cents, shareOf, subtractCents } from '../money.ts'
import { isRefusal, type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type Balance, decidePayout, type PayoutCrew } from './run.ts'

export type InstantPayoutSettings = Pick<
  BusinessSettings,
  'instantPayoutFeeBasisPoints' | 'instantPayoutFeeMinimumCents' | 'payoutMinimumCents'
>

/** `grossCents` leaves the crew's balance, `amountCents` arrives. */
export type InstantPayout = {
  readonly grossCents: Cents
  readonly feeCents: Cents
  readonly amountCents: Cents
}

/** Everything that is payable now, or a part of it. */
export function decideInstantPayout(
  crew: PayoutCrew,
  balance: Balance,
  wanted: number | 'all',
  settings: InstantPayoutSettings,
): InstantPayout | Refusal {
  const all = decidePayout(crew, balance, settings)
  if (isRefusal(all)) return all
  if (!crew.canBePaidInstantly) return refuse('bank_not_instant')
  const gross = wanted === 'all' ? all.amountCents : wanted
  if (!Number.isSafeInteger(gross) || gross <= 0) return refuse('amount_invalid')
  if (gross > all.amountCents) return refuse('nothing_available')
  if (gross <= settings.payoutMinimumCents) return refuse('below_minimum')
  const fee = instantPayoutFee(cents(gross), settings)
  const amount = subtractCents(cents(gross), fee)
  return amount > 0
    ? { grossCents: cents(gross), feeCents: fee, amountCents: amount }
    : refuse('fee_above_amount')
}

/** Shown before the crew agrees. */
function instantPayoutFee(grossCents: Cents, settings: InstantPayoutSettings): Cents {
  return cents(
    Math.max(
      settings.instantPayoutFeeMinimumCents,
      shareOf(grossCents, settings.instantPayoutFeeBasisPoints),
    ),
  )
}
