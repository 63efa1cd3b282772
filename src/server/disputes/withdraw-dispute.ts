import type { DisputeState } from '#domain/disputes/graph.ts'
import type { DisputeId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { edgeFor } from './decide-step.ts'
import { lockDispute, saveStep } from './queries.ts'

export function withdrawDispute(app: App, scope: CustomerScope, disputeId: DisputeId): Promise<DisputeState> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const dispute = await lockDispute(db, scope, disputeId)
      if (dispute === undefined) throw new Refused('not_found')
      const by = { kind: 'customer', id: scope.userId } as const
      const edge = edgeFor(dispute.state, 'withdraw', by)
      if (edge === null) return dispute.state
      await saveStep(db, dispute, { edge, by, note: '', now, columns: { decided_at: toTimestamp(now) } })
      return edge.to
    },
    { isolation: 'read committed' },
  )
}
