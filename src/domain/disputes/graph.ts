/** The lifecycle of a dispute, a customer's complaint that a visit was not right (product §3): the only copy. */
import { edgeOf, type LifecycleEdge } from '../lifecycle.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { ActorKind } from '../visits/graph.ts'

export const DISPUTE_STATES = ['open', 'answered', 'redo', 'refunded', 'rejected', 'withdrawn'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export const DISPUTE_STEPS = ['answer', 'settle', 'redo', 'refund', 'reject', 'withdraw'] as const
export type DisputeStep = (typeof DISPUTE_STEPS)[number]

export type DisputeEdge = LifecycleEdge<DisputeState, DisputeStep, ActorKind>

export const DISPUTE_LIFECYCLE: readonly DisputeEdge[] = [
  { transition: 'answer', from: ['open'], to: 'answered', mayDo: ['crew'] },
  // Small ones, within the budget.
  { transition: 'settle', from: ['open'], to: 'refunded', mayDo: ['system'] },
  { transition: 'redo', from: ['open', 'answered'], to: 'redo', mayDo: ['operator'] },
  { transition: 'refund', from: ['open', 'answered'], to: 'refunded', mayDo: ['operator'] },
  { transition: 'reject', from: ['open', 'answered'], to: 'rejected', mayDo: ['operator'] },
  { transition: 'withdraw', from: ['open', 'answered'], to: 'withdrawn', mayDo: ['customer'] },
]

export function isUndecided(state: DisputeState): boolean {
  return state === 'open' || state === 'answered'
}

/** Whether somebody may take a step; the one that was taken already counts once. */
export function decideDisputeStep(
  state: DisputeState,
  transition: DisputeStep,
  by: ActorKind,
): DisputeEdge | AlreadyDone | Refusal {
  const edge = edgeOf(DISPUTE_LIFECYCLE, { transition, from: state, by })
  if (edge !== undefined) return edge
  const own = DISPUTE_LIFECYCLE.filter((each) => each.transition === transition && each.mayDo.includes(by))
  if (own.length === 0) return refuse('not_allowed')
  return own.some((each) => each.to === state) ? { alreadyDone: true } : refuse('dispute_decided')
}
