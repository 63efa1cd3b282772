/** One step of a dispute: decided by the graph, written with its timeline. The dispute is locked by the caller. */

import {
  type DisputeEdge,
  type DisputeState,
  type DisputeStep,
  decideDisputeStep,
} from '#domain/disputes/graph.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import { Refused } from '../refused.ts'
import type { StepBy } from './queries.ts'

/** Throws Refused where the step is not allowed; null where it was taken already. */
export function edgeFor(state: DisputeState, transition: DisputeStep, by: StepBy): DisputeEdge | null {
  const decision = decideDisputeStep(state, transition, by.kind)
  if (isRefusal(decision)) throw new Refused(decision.refused)
  return isAlreadyDone(decision) ? null : decision
}
