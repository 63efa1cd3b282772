import type { QueueFilterId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { countFilters, endDefault, isFull, type KeptFilter, saveFilter } from './filter-queries.ts'

/** The same name again changes what is kept under it. */
export function saveQueueFilter(
  app: App,
  scope: OperatorScope,
  filter: KeptFilter,
): Promise<{ id: QueueFilterId }> {
  return inTransaction(app.db, async (trx) => {
    if (isFull(await countFilters(trx, scope))) throw new Refused('conflict')
    if (filter.isDefault) await endDefault(trx, scope, filter.kind)
    return { id: await saveFilter(trx, scope, filter) }
  })
}
