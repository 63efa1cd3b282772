/** One step of a dispute: decided by the graph, written with its timeline. The dispute is locked by the caller. */
import {
  type DisputeEdge,
  type DisputeState,
  type DisputeStep,
  decideDisputeStep,
} from '#domain/disputes/graph.ts'
import type { DisputeId, UserId } from '#domain/ids.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import type { ActorKind } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'

export type StepBy = { readonly kind: ActorKind; readonly id: UserId | null }

/** Throws Refused where the step is not allowed; null where it was taken already. */
export function edgeFor(state: DisputeState, transition: DisputeStep, by: StepBy): DisputeEdge | null {
  const decision = decideDisputeStep(state, transition, by.kind)
  if (isRefusal(decision)) throw new Refused(decision.refused)
  return isAlreadyDone(decision) ? null : decision
}

export async function writeStep(
  db: Db,
  disputeId: DisputeId,
  step: {
    readonly transition: DisputeStep | 'report'
    readonly from: DisputeState | null
    readonly to: DisputeState
    readonly by: StepBy
    readonly words: string
    readonly now: Instant
  },
): Promise<void> {
  await db
    .insertInto('dispute_event')
    .values({
      dispute_id: disputeId,
      at: toTimestamp(step.now),
      actor_id: step.by.id,
      actor_role: step.by.kind,
      transition: step.transition,
      from_state: step.from,
      to_state: step.to,
      words: step.words,
    })
    .execute()
}
