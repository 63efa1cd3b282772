import type { DisputeState } from '#domain/disputes/graph.ts'
import type { DisputeId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { edgeFor } from './decide-step.ts'
import { lockDispute, saveStep } from './queries.ts'

/** The crew answers once: sent again, its first answer stays. */
export function answerDispute(
  app: App,
  scope: CrewScope,
  { disputeId, note }: { disputeId: DisputeId; note: string },
): Promise<DisputeState> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const dispute = await lockDispute(db, scope, disputeId)
      if (dispute === undefined || dispute.state === 'withdrawn') throw new Refused('not_found')
      const by = { kind: 'crew', id: scope.userId } as const
      const edge = edgeFor(dispute.state, 'answer', by)
      if (edge === null) return dispute.state
      await saveStep(db, dispute, { edge, by, note, now, columns: { crew_note: note } })
      return edge.to
    },
    { isolation: 'read committed' },
  )
}
