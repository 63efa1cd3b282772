/** Which run of the week bills which visits (product §3, Billing). */

import type { SettingsTimeline } from '../settings/book.ts'
import { billingSlot, slotsOf } from '../settings/slots.ts'
import { addDays, type Instant, type LocalDate, mondayOf } from '../time.ts'
import { lastRun, nextRun, type SlotMoment } from '../weekly-slot.ts'

export type BillingRun = {
  readonly runsAt: Instant
  /** The week that is billed, Monday to Sunday of the place's calendar. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** The Monday of that week: one payment per customer and period. */
  readonly periodKey: string
}

/** The newest run that is due at `now` in this zone. */
export function dueBillingRun(now: Instant, zone: string, settings: SettingsTimeline): BillingRun {
  return runAt(lastRun(slotsOf(settings, billingSlot), now, zone))
}

export function nextBillingRun(now: Instant, zone: string, settings: SettingsTimeline): BillingRun {
  return runAt(nextRun(slotsOf(settings, billingSlot), now, zone))
}

function runAt({ date, at }: SlotMoment): BillingRun {
  const to = addDays(mondayOf(date), -1)
  const from = addDays(to, -6)
  return { runsAt: at, from, to, periodKey: from }
}
