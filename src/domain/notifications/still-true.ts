/** Whether news of a visit may still be sent: reminders die with what they remind of (field 22 and 37). */
import type { UserId } from '../ids.ts'
import type { Instant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import type { NotificationEvent } from './events.ts'
import { EVENT_RULES } from './rules.ts'

export type VisitAsNotified = { readonly startsAt: Instant; readonly crewId: UserId | null }
export type VisitNow = VisitAsNotified & { readonly state: VisitState }

const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened']

/** `visit` is null where it is no more. */
export function isStillTrue(
  event: NotificationEvent,
  notified: VisitAsNotified,
  visit: VisitNow | null,
): boolean {
  const { holdsWhile } = EVENT_RULES[event]
  if (holdsWhile === null) return true
  if (visit === null || visit.startsAt !== notified.startsAt || visit.crewId !== notified.crewId) return false
  return TO_COME.includes(visit.state) || (holdsWhile === 'trip' && visit.state === 'en_route')
}
