/** Answering extra work: once, in time, and never after the visit is over. */
import { decideStep } from '../lifecycle.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { Instant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { EXTRA_LIFECYCLE, type ExtraActor, type ExtraState, type ExtraStep } from './extra-graph.ts'

export type ExtraFacts = {
  readonly state: ExtraState
  readonly expiresAt: Instant
  readonly visitState: VisitState
}

/** While the crew is on the way or at work, extra work can be proposed and answered. */
export function takesExtraWork(state: VisitState): boolean {
  return state === 'en_route' || state === 'in_progress'
}

export function decideExtra(
  extra: ExtraFacts,
  transition: ExtraStep,
  by: ExtraActor,
  now: Instant,
): { readonly state: ExtraState } | AlreadyDone | Refusal {
  const step = decideStep(EXTRA_LIFECYCLE, { transition, from: extra.state, by })
  if (!('to' in step)) return step
  if (by === 'system') return { state: step.to }
  if (!takesExtraWork(extra.visitState)) return refuse('wrong_state')
  return now < extra.expiresAt ? { state: step.to } : refuse('too_late')
}
