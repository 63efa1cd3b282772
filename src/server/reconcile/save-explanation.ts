/** An operator has found out what a difference was. */
import type { ReconcileDifferenceId } from '#domain/ids.ts'
import { explainDifference } from '#domain/ledger/differences.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockDifference, saveExplained } from './difference-queries.ts'

export async function saveExplanation(
  app: App,
  scope: OperatorScope,
  { differenceId, note }: { readonly differenceId: ReconcileDifferenceId; readonly note: string },
): Promise<void> {
  await inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const difference = await lockDifference(trx, scope, differenceId)
      if (difference === undefined) throw new Refused('not_found')
      unlessRefused(explainDifference(difference.state))
      await saveExplained(trx, differenceId, { note, by: scope.userId, now })
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'explain_difference',
        subject: differenceId,
        detail: { check: difference.check_name, about: difference.subject, note },
      })
    },
    { isolation: 'read committed' },
  )
}
