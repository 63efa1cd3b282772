/** When an order is to be done: as soon as somebody can, or in a window of one of the next days, on the wall clock. */

import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import {
  addDays,
  dateAt,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  MINUTE_MS,
} from '../time.ts'

export type WantedTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'window'; readonly date: LocalDate; readonly from: LocalTime; readonly until: LocalTime }

export type OrderWindow = {
  /** The day of the work in the place's own zone. */
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
  /** Costs more: somebody changes their day for it. */
  readonly isSameDay: boolean
}

export type WindowSettings = Pick<
  BusinessSettings,
  'onDemandNowMinutes' | 'onDemandAheadDays' | 'onDemandWindowMinutes'
>

export function orderWindow(
  wanted: WantedTime,
  { now, zone, settings }: { now: Instant; zone: string; settings: WindowSettings },
): OrderWindow | Refusal {
  const today = dateAt(now, zone)
  if (wanted.kind === 'now')
    return {
      date: today,
      startsAt: now,
      endsAt: instant(now + settings.onDemandNowMinutes * MINUTE_MS),
      isSameDay: true,
    }
  const { date, from, until } = wanted
  if (date > addDays(today, settings.onDemandAheadDays)) return refuse('window_too_far')
  const [startsAt, endsAt] = [instantAt(date, from, zone), instantAt(date, until, zone)]
  const leastMs = settings.onDemandWindowMinutes * MINUTE_MS
  if (until <= from || endsAt - startsAt < leastMs) return refuse('window_too_short')
  // A window that has begun is good as long as there is time left in it.
  if (endsAt - now < leastMs) return refuse('window_past')
  return { date, startsAt, endsAt, isSameDay: date === today }
}
