/** A crew's steps through a visit: who comes has confirmed, so an unconfirmed visit is confirmed on the way. */

import { isAlreadyDone, isRefusal, type Refusal } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type Instant, instant } from '../time.ts'
import type { Transition, VisitState } from './graph.ts'
import { type Actor, decideTransition, type Transitioned, type VisitFacts } from './lifecycle.ts'

const UNCONFIRMED: readonly VisitState[] = ['scheduled', 'reopened']

/**
 * The confirmation that a step of the crew implies, or null where none is needed. A phone that was offline may send
 * it after the window, when the crew had been there in time: the confirmation itself is never too late.
 */
export function impliedConfirmation(
  visit: VisitFacts,
  actor: Actor,
  now: Instant,
  settings: BusinessSettings,
): Transitioned | Refusal | null {
  if (!UNCONFIRMED.includes(visit.state)) return null
  const at = instant(Math.min(now, visit.endsAt - 1))
  const step = decideTransition({ visit, transition: 'confirm', actor, now: at, settings })
  if (isAlreadyDone(step)) return null
  return isRefusal(step) ? step : { ...step, timeline: { ...step.timeline, at: now } }
}

/** Whether the crew may take this step now, for the buttons on its screen. */
export function canStep(
  visit: VisitFacts,
  transition: Transition,
  actor: Actor,
  now: Instant,
  settings: BusinessSettings,
): boolean {
  const confirmation = impliedConfirmation(visit, actor, now, settings)
  if (confirmation !== null && isRefusal(confirmation)) return false
  const confirmed = confirmation === null ? visit : { ...visit, state: confirmation.changes.state }
  const step = decideTransition({ visit: confirmed, transition, actor, now, settings })
  return !isRefusal(step) && !isAlreadyDone(step)
}
