/** From done to paid: when a crew's earning may be paid out (product §3, Payouts). */

import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, type Instant, instant } from '../time.ts'

type Earning = {
  readonly completedAt: Instant
  /** When the customer's payment for it succeeded, if it has. */
  readonly paymentSucceededAt: Instant | null
}

type RiskSettings = Pick<BusinessSettings, 'payoutRiskDelayDays'>

/** When the customer's payment succeeded, or three days after completion, whichever is first. */
export function availableAt(earning: Earning, settings: RiskSettings): Instant {
  const atOurRisk = earning.completedAt + settings.payoutRiskDelayDays * DAY_MS
  return instant(Math.min(atOurRisk, earning.paymentSucceededAt ?? atOurRisk))
}
