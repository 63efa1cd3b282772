import type { SearchEntryId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findByIds, forgetOldMarks, saveMark } from './search-queries.ts'

/** Remembers what was opened, or what is to stay on top. */
export async function keepMark(
  app: App,
  scope: OperatorScope,
  { id, isPinned }: { id: SearchEntryId; isPinned?: boolean },
): Promise<{ ok: true }> {
  const at = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (trx) => {
      if ((await findByIds(trx, scope, [id])).length === 0) throw new Refused('not_found')
      await saveMark(trx, { operatorId: scope.userId, id, at, isPinned })
      await forgetOldMarks(trx, scope.userId)
    },
    { isolation: 'read committed' },
  )
  return { ok: true }
}
