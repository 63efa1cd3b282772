/** When offers go out and when the operator is notified that nobody came forward (product §3, Offers). */

import type { BusinessSettings } from '../settings/settings.ts'
import {
  addDays,
  dateAt,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  MINUTE_MS,
  minutesOfDay,
  timeAt,
} from '../time.ts'

type CivilSettings = Pick<BusinessSettings, 'offerCivilFrom' | 'offerCivilUntil'>

/**
 * From when on a wave may go out: at once for work of today and on-demand work, in civil hours of the place for
 * everything else.
 */
export function waveMayStartAt(
  visit: { readonly kind: 'weekly' | 'on_demand'; readonly date: LocalDate; readonly zone: string },
  now: Instant,
  settings: CivilSettings,
): Instant {
  const today = dateAt(now, visit.zone)
  if (visit.kind === 'on_demand' || visit.date <= today) return now
  const minute = minutesOfDay(timeAt(now, visit.zone))
  if (minute < minutesOfDay(settings.offerCivilFrom))
    return instantAt(today, settings.offerCivilFrom, visit.zone)
  if (minute < minutesOfDay(settings.offerCivilUntil)) return now
  return instantAt(addDays(today, 1), settings.offerCivilFrom, visit.zone)
}

/** The last moment at which the work still fits into its window. */
export function latestStart(visit: { readonly endsAt: Instant; readonly durationMinutes: number }): Instant {
  return instant(visit.endsAt - visit.durationMinutes * MINUTE_MS)
}

/**
 * Before the window closes, and early enough for a person to find somebody, even while waves still run. Work that is
 * wanted sooner than that is left to the crews for half of the time that there is: an alarm in the minute of booking
 * would be about nothing.
 */
export function notifyOperatorAt(
  visit: { readonly endsAt: Instant; readonly durationMinutes: number },
  offeredSince: Instant,
  settings: Pick<BusinessSettings, 'offerAlarmLeadMinutes'>,
): Instant {
  const last = latestStart(visit)
  const lead = Math.min(settings.offerAlarmLeadMinutes * MINUTE_MS, Math.max(0, last - offeredSince) / 2)
  return instant(Math.floor(last - lead))
}
