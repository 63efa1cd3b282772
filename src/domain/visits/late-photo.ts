/** Whether a photo is taken in: proof is closed once a visit is over, but nothing that was taken in time is lost (field 39). */
import type { UserId } from '../ids.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { DAY_MS, type Instant } from '../time.ts'
import type { VisitState } from './graph.ts'
import { couldStillBelieve } from './stale-route.ts'

/** A missed visit can still be reported late (product §3). */
const TAKES_PHOTOS: readonly VisitState[] = [
  'scheduled',
  'confirmed',
  'en_route',
  'in_progress',
  'missed',
  'reopened',
]

export type PhotoRequest = {
  readonly visit: { readonly state: VisitState; readonly crewId: UserId | null; readonly endsAt: Instant }
  readonly crewId: UserId
  /** When the visit left this crew; null where it never had it, or has it still. */
  readonly assignedUntil: Instant | null
  /** When the phone says that it was taken. */
  readonly takenAt: Instant | null
  readonly now: Instant
  readonly settings: Pick<BusinessSettings, 'staleRouteHours' | 'lateCompletionKeptDays'>
}

/** Answers null where the photo may come in. Who never had the visit does not learn that there is one. */
export function refusePhoto(request: PhotoRequest): Refusal | null {
  const { visit, crewId, assignedUntil, takenAt, now, settings } = request
  const isAssignee = visit.crewId === crewId
  if (isAssignee && TAKES_PHOTOS.includes(visit.state)) return null
  if (!isAssignee && !couldStillBelieve(assignedUntil, takenAt ?? now, settings)) return refuse('not_yours')
  // Over, or somebody else's: only what was taken before we hear of it.
  if (takenAt === null) return refuse('wrong_state')
  return now <= visit.endsAt + settings.lateCompletionKeptDays * DAY_MS ? null : refuse('too_late')
}
