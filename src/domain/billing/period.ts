/** Which run of the week bills which visits (product §3, Billing). */

import type { BusinessSettings } from '../settings/settings.ts'
import { addDays, type Instant, type LocalDate, mondayOf } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { lastSlot, nextSlot, type SlotMoment } from '../weekly-slot.ts'

export type BillingSettings = Pick<BusinessSettings, 'billingWeekday' | 'billingTime'>

export type BillingRun = {
  readonly runsAt: Instant
  /** The week that is billed, Monday to Sunday of the place's calendar. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** The Monday of that week: one payment per customer and period. */
  readonly periodKey: string
}

/** The newest run that is due at `now` in this zone. */
export function dueBillingRun(now: Instant, zone: string, settings: BillingSettings): BillingRun {
  return runAt(lastSlot(slotOf(settings), now, zone))
}

export function nextBillingRun(now: Instant, zone: string, settings: BillingSettings): BillingRun {
  return runAt(nextSlot(slotOf(settings), now, zone))
}

/**
 * A run bills every weekly visit that is completed and not yet on a payment, up to the Sunday before it: what a phone
 * reported late is billed by the next run. On-demand visits are captured when they are completed.
 */
export function isBilledBy(
  run: Pick<BillingRun, 'to'>,
  visit: { kind: 'weekly' | 'on_demand'; state: VisitState; date: LocalDate; isOnPayment: boolean },
): boolean {
  return visit.kind === 'weekly' && visit.state === 'completed' && !visit.isOnPayment && visit.date <= run.to
}

/** The key under which a customer's payment for a run exists once. */
export function paymentKey(customerId: string, run: Pick<BillingRun, 'periodKey'>): string {
  return `bill:${customerId}:${run.periodKey}`
}

function slotOf(settings: BillingSettings): {
  weekday: BillingSettings['billingWeekday']
  time: BillingSettings['billingTime']
} {
  return { weekday: settings.billingWeekday, time: settings.billingTime }
}

function runAt({ date, at }: SlotMoment): BillingRun {
  const to = addDays(mondayOf(date), -1)
  const from = addDays(to, -6)
  return { runsAt: at, from, to, periodKey: from }
}
