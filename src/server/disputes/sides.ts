/** What the two sides do with a dispute: the crew answers once, the customer may take it back. */

import type { DisputeState } from '#domain/disputes/graph.ts'
import type { DisputeId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { lockDispute } from './queries.ts'
import { edgeFor, writeStep } from './steps.ts'

/** Sent again it stays what was said first. */
export function answerDispute(
  app: App,
  scope: CrewScope,
  { disputeId, words }: { disputeId: DisputeId; words: string },
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
      await db
        .updateTable('dispute')
        .set({ state: edge.to, crew_words: words })
        .where('id', '=', disputeId)
        .execute()
      await writeStep(db, disputeId, {
        transition: 'answer',
        from: dispute.state,
        to: edge.to,
        by,
        words,
        now,
      })
      return edge.to
    },
    { isolation: 'read committed' },
  )
}

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
      await db
        .updateTable('dispute')
        .set({ state: edge.to, decided_at: toTimestamp(now) })
        .where('id', '=', disputeId)
        .execute()
      await writeStep(db, disputeId, {
        transition: 'withdraw',
        from: dispute.state,
        to: edge.to,
        by,
        words: '',
        now,
      })
      return edge.to
    },
    { isolation: 'read committed' },
  )
}
