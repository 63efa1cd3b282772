/** The weekly payout: who is paid what on Wednesday, who waits and why (product §3, Payouts). */

import { type Cents, cents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { SettingsTimeline } from '../settings/book.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { payoutSlot, slotsOf } from '../settings/slots.ts'
import type { Instant } from '../time.ts'
import { nextRun, type SlotMoment } from '../weekly-slot.ts'

type PayoutSettings = Pick<BusinessSettings, 'payoutMinimumCents'>

export type PayoutCrew = {
  readonly isFrozen: boolean
  /** The connected account exists and the provider says that it can be paid to. */
  readonly canBePaid: boolean
  /** Its bank takes money within minutes. */
  readonly canBePaidInstantly: boolean
}

export type Balance = {
  /** Sum of the crew's available earnings. */
  readonly availableCents: Cents
  /** What the crew owes after refunds; taken off before anything is sent, the rest is carried forward. */
  readonly debtCents: Cents
}

export type PayoutDecision = { readonly amountCents: Cents; readonly debtPaidCents: Cents }

/** Money that is refused stays where it is: held or carried forward to the next run. */
export function decidePayout(
  crew: PayoutCrew,
  balance: Balance,
  settings: PayoutSettings,
): PayoutDecision | Refusal {
  const payable = payableCents(balance)
  if (payable <= 0) return refuse('nothing_available')
  if (crew.isFrozen) return refuse('account_frozen')
  if (!crew.canBePaid) return refuse('no_payout_account')
  if (payable <= settings.payoutMinimumCents) return refuse('below_minimum')
  return { amountCents: payable, debtPaidCents: balance.debtCents }
}

/** Whether commissions can be sent by themselves: what is owed for work is neither taken off them nor added. */
export function decideWithdrawal(crew: PayoutCrew): { readonly canBeSent: true } | Refusal {
  if (crew.isFrozen) return refuse('account_frozen')
  return crew.canBePaid ? { canBeSent: true } : refuse('no_payout_account')
}

/** Never below zero: what is owed beyond the available money is still owed after the run. */
export function payableCents({ availableCents, debtCents }: Balance): Cents {
  return cents(Math.max(0, availableCents - debtCents))
}

export function nextPayoutRun(now: Instant, zone: string, settings: SettingsTimeline): SlotMoment {
  return nextRun(slotsOf(settings, payoutSlot), now, zone)
}
