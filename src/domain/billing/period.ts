/** Which run of the week bills which visits (product §3, Billing). */

import type { BusinessSettings } from '../settings/settings.ts'
import { addDays, type Instant, type LocalDate, mondayOf } from '../time.ts'
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
