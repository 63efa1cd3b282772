/** From done to paid: when a crew's earning may be paid out (product §3, Payouts). */

import { addCents, type Cents, ZERO_CENTS } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, type Instant, instant } from '../time.ts'

export type Earning = {
  readonly amountCents: Cents
  readonly completedAt: Instant
  /** When the customer's payment for it succeeded, if it has. */
  readonly paymentSucceededAt: Instant | null
  readonly isPaidOut: boolean
}

export type EarningState = 'pending' | 'available' | 'paid'

export type EarningsSummary = {
  readonly pendingCents: Cents
  readonly availableCents: Cents
  readonly paidCents: Cents
}

type RiskSettings = Pick<BusinessSettings, 'payoutRiskDelayDays'>

/** When the customer's payment succeeded, or three days after completion, whichever is first. */
export function availableAt(
  earning: Pick<Earning, 'completedAt' | 'paymentSucceededAt'>,
  settings: RiskSettings,
): Instant {
  const atOurRisk = earning.completedAt + settings.payoutRiskDelayDays * DAY_MS
  return instant(Math.min(atOurRisk, earning.paymentSucceededAt ?? atOurRisk))
}

export function earningState(earning: Earning, now: Instant, settings: RiskSettings): EarningState {
  if (earning.isPaidOut) return 'paid'
  return now >= availableAt(earning, settings) ? 'available' : 'pending'
}

export function summariseEarnings(
  earnings: readonly Earning[],
  now: Instant,
  settings: RiskSettings,
): EarningsSummary {
  const sumOf = (state: EarningState): Cents =>
    addCents(
      ZERO_CENTS,
      ...earnings
        .filter((each) => earningState(each, now, settings) === state)
        .map((each) => each.amountCents),
    )
  return { pendingCents: sumOf('pending'), availableCents: sumOf('available'), paidCents: sumOf('paid') }
}
