/** Rules of a day that is pushed for a whole area: by snow, or because the hauler is late. */

import { type Cents, cents, shareOf } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import {
  addDays,
  daysBetween,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  localTime,
} from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { MOVE_REACH_DAYS } from './moves.ts'

/** A whole day's work of a market, or of an area in it, put on another day. */
export type Push = {
  readonly marketId: string
  readonly date: LocalDate
  /** Null: its visits are skipped. */
  readonly to: LocalDate | null
  /** Null: the whole market. */
  readonly area: { readonly lat: number; readonly lng: number; readonly radiusFeet: number } | null
  /** Null: every service. */
  readonly serviceKeys: readonly string[] | null
}

export type PushFault = 'in_the_past' | 'too_far_ahead' | 'not_after' | 'too_far_from_its_day'

/** What is wrong with a day and its new day, by field, or null. Pushing goes forward, at most two weeks. */
export function faultOfPush(
  { date, to }: { date: LocalDate; to: LocalDate | null },
  today: LocalDate,
): { readonly field: 'date' | 'to'; readonly fault: PushFault } | null {
  if (date < today) return { field: 'date', fault: 'in_the_past' }
  if (date > addDays(today, MOVE_REACH_DAYS)) return { field: 'date', fault: 'too_far_ahead' }
  if (to === null) return null
  if (to <= date) return { field: 'to', fault: 'not_after' }
  return daysBetween(date, to) > MOVE_REACH_DAYS ? { field: 'to', fault: 'too_far_from_its_day' } : null
}

export type PushOutcome = 'moved' | 'skipped'

/** What becomes of one visit of the day; where the new day cannot take it, it is skipped. */
export function outcomeOfPush(to: LocalDate | null, hasConflict: boolean): PushOutcome {
  return to === null || hasConflict ? 'skipped' : 'moved'
}

/** Until when it can be undone: for a while, and never once the day itself is over. */
export function undoUntil(
  date: LocalDate,
  zone: string,
  now: Instant,
  settings: Pick<BusinessSettings, 'pushUndoHours'>,
): Instant {
  const endOfDay = instantAt(date, localTime('24:00'), zone)
  return instant(Math.min(endOfDay, now + settings.pushUndoHours * HOUR_MS))
}

/** What the crew of a visit is owed when it is notified this late; null where that is nothing. */
export function standbyPay(
  visit: {
    readonly state: VisitState
    readonly hasCrew: boolean
    readonly startsAt: Instant
    /** What it would have brought; null where the service has no price. */
    readonly crewPayCents: Cents | null
  },
  now: Instant,
  settings: Pick<BusinessSettings, 'standbyNoticeHours' | 'standbyShareBasisPoints'>,
): Cents | null {
  if (!visit.hasCrew || visit.state !== 'confirmed' || visit.crewPayCents === null) return null
  if (visit.startsAt - now >= settings.standbyNoticeHours * HOUR_MS) return null
  const owed = shareOf(visit.crewPayCents, settings.standbyShareBasisPoints)
  return owed > 0 ? cents(owed) : null
}
