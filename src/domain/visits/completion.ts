/** Completing a visit: the proof it needs, what is recorded, what is flagged for review (product §3). */

import { decideUndone } from '../checklists/decide-undone.ts'
import type { ListItem } from '../checklists/items.ts'
import type { Progress, Undone } from '../checklists/progress.ts'
import { distanceFeet, type Feet, isLatLng, type LatLng } from '../geo.ts'
import { type AlreadyDone, isRefusal, type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type Instant, instant, instantAt, localTime } from '../time.ts'
import {
  type Actor,
  decideTransition,
  type LifecycleSettings,
  type Transitioned,
  type VisitFacts,
} from './lifecycle.ts'

/** What the crew's phone reports; it may have been offline for a while. */
export type CompletionReport = {
  /** Photos already stored for this visit. */
  readonly photoCount: number
  readonly location: LatLng | null
  /** When the crew pressed done, by the phone's clock: evidence, not authority. */
  readonly doneAt: Instant | null
}

type ReviewReason = 'far_from_place' | 'location_missing'

export type Completion = {
  readonly completedAt: Instant
  readonly location: LatLng | null
  readonly distanceFeet: Feet | null
  /** Empty where nobody needs to look. */
  readonly reviewReasons: readonly ReviewReason[]
}

/** What was gone through, and why some of it was left undone. */
export type CompletedList = Progress & {
  readonly items: readonly ListItem[]
  readonly said: readonly Undone[]
}

export type CompletionRequest = {
  readonly visit: VisitFacts
  readonly place: LatLng
  /** How many photos the service demands. */
  readonly requiredPhotoCount: number
  readonly report: CompletionReport
  /** Absent where the visit has no list. */
  readonly list?: CompletedList
  readonly actor: Actor
  readonly now: Instant
  readonly settings: LifecycleSettings & Pick<BusinessSettings, 'photoDistanceFlagFeet'>
}

/**
 * A completion sent twice answers `alreadyDone` and counts once. A place too far away or a missing location never
 * blocks it (field 40): the visit is flagged instead.
 */
export function decideCompletion(
  request: CompletionRequest,
):
  | (Transitioned & { readonly completion: Completion; readonly undone: readonly Undone[] })
  | AlreadyDone
  | Refusal {
  const { visit, actor, now, settings, report } = request
  const step = decideTransition({ visit, transition: 'complete', actor, now, settings })
  if (isRefusal(step) || 'alreadyDone' in step) return step
  if (report.location !== null && !isLatLng(report.location)) return refuse('location_invalid')
  // An operator completes by a crew's word: without a location it is flagged, and the log has the reason.
  if (actor.kind !== 'operator' && report.photoCount < request.requiredPhotoCount)
    return refuse('photos_missing')
  const undone = undoneOf(request)
  if ('refused' in undone) return undone
  return { ...step, completion: completionOf(request), undone }
}

/** An operator, who was not there, gives no reasons either. */
function undoneOf({ actor, list }: CompletionRequest): readonly Undone[] | Refusal {
  if (list === undefined) return []
  const { items, said } = list
  const known = said.filter(({ key }) => items.some((item) => item.key === key))
  return actor.kind === 'operator' ? known : decideUndone(items, list, said)
}

/** What is recorded of a completion, whoever decided that it is one. */
export function completionOf({
  visit,
  place,
  report,
  now,
  settings,
}: Pick<CompletionRequest, 'visit' | 'place' | 'report' | 'now' | 'settings'>): Completion {
  const distance = report.location === null ? null : distanceFeet(report.location, place)
  return {
    completedAt: completedAt(visit, report.doneAt, now),
    location: report.location,
    distanceFeet: distance,
    reviewReasons: reviewReasons(distance, settings.photoDistanceFlagFeet),
  }
}

/** The phone's time where it can be true: not before the visit's day began, not after now (field 39). */
function completedAt(visit: VisitFacts, doneAt: Instant | null, now: Instant): Instant {
  const dayStart = instantAt(visit.date, localTime('00:00'), visit.zone)
  return doneAt === null ? now : instant(Math.min(now, Math.max(dayStart, doneAt)))
}

function reviewReasons(distance: Feet | null, flagFeet: Feet): ReviewReason[] {
  if (distance === null) return ['location_missing']
  return distance > flagFeet ? ['far_from_place'] : []
}
