import type { PartnerStatementId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { deleteStatement, lockStatement } from './statement-queries.ts'

/** Only what counts for nothing yet can go. */
export async function discardPartnerStatement(
  app: App,
  scope: OperatorScope,
  statementId: PartnerStatementId,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const statement = await lockStatement(trx, scope, statementId)
    if (statement === undefined) throw new Refused('not_found')
    if (statement.confirmed_at !== null) throw new Refused('statement_confirmed')
    await deleteStatement(trx, statementId)
    await recordAudit(trx, {
      at: app.ports.clock.now(),
      actorId: scope.userId,
      action: 'discard_partner_statement',
      subject: statementId,
      detail: { fileName: statement.file_name },
    })
  })
}
