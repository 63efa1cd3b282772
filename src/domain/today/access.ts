/** Steps of a crew that cannot get in (product §3 is silent: decision 17). */
import { decideStep } from '../lifecycle.ts'
import type { AccessReason } from '../pricing/call-out.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import { type Instant, instant, MINUTE_MS } from '../time.ts'
import { ACCESS_LIFECYCLE, type AccessActor, type AccessState, type AccessStep } from './access-graph.ts'

export type AccessFacts = {
  readonly state: AccessState
  readonly reason: AccessReason
  readonly waitsUntil: Instant
}

/** Nobody waits where it is not safe. */
export function waitsUntil(
  reason: AccessReason,
  now: Instant,
  settings: { readonly accessWaitMinutes: number },
): Instant {
  return instant(reason === 'unsafe' ? now : now + settings.accessWaitMinutes * MINUTE_MS)
}

/** Until then the crew waits; null where it may go now. */
export function mustWaitUntil(problem: AccessFacts, now: Instant): Instant | null {
  const isFree = problem.reason === 'unsafe' || problem.state === 'let_go' || now >= problem.waitsUntil
  return isFree ? null : problem.waitsUntil
}

export function decideAccess(
  problem: AccessFacts,
  transition: AccessStep,
  by: AccessActor,
  now: Instant,
): { readonly state: AccessState } | AlreadyDone | Refusal {
  const step = decideStep(ACCESS_LIFECYCLE, { transition, from: problem.state, by })
  if (!('to' in step)) return step
  if (transition === 'end' && mustWaitUntil(problem, now) !== null) return refuse('waiting_for_customer')
  return { state: step.to }
}
