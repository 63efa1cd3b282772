/** When a completion is no longer possible but must not be lost: it is kept as a late completion, and an operator decides (field 39). */
import type { UserId } from '../ids.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, dateAt, HOUR_MS, type Instant } from '../time.ts'
import type { VisitFacts } from '../visits/lifecycle.ts'
import { couldStillBelieve } from '../visits/stale-route.ts'

export const LATE_REASONS = ['cancelled', 'skipped', 'reassigned', 'too_late'] as const
export type LateReason = (typeof LATE_REASONS)[number]

type LateSettings = Pick<
  BusinessSettings,
  'lateCompletionHours' | 'staleRouteHours' | 'lateCompletionKeptDays'
>

export type LateCompletionRequest = {
  readonly visit: VisitFacts
  readonly crewId: UserId
  /** When the visit left this crew; null where it never had it, or has it still. */
  readonly assignedUntil: Instant | null
  /** When the crew says that it was done. */
  readonly doneAt: Instant
  readonly now: Instant
  readonly settings: LateSettings
}

/** Why this completion becomes a late completion; null where it is to be judged as any other. */
export function lateReasonOf(request: LateCompletionRequest): LateReason | null {
  const { visit, crewId, assignedUntil, doneAt, now, settings } = request
  if (dateAt(now, visit.zone) < visit.date || now > visit.endsAt + settings.lateCompletionKeptDays * DAY_MS)
    return null
  if (visit.crewId !== crewId) return couldStillBelieve(assignedUntil, doneAt, settings) ? 'reassigned' : null
  if (visit.state === 'cancelled' || visit.state === 'skipped') return visit.state
  if (visit.state === 'completed') return null
  return now < visit.endsAt + settings.lateCompletionHours * HOUR_MS ? null : 'too_late'
}
