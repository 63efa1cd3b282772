import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { lockGroup, putInGroup } from './group-queries.ts'

/** All or nothing: one id that is not the customer's refuses the whole move. */
export async function moveProperties(
  app: App,
  scope: CustomerScope,
  { propertyIds, groupId }: { propertyIds: readonly PropertyId[]; groupId: PropertyGroupId | null },
): Promise<{ movedCount: number }> {
  return inTransaction(app.db, async (trx) => {
    if (groupId !== null && !(await lockGroup(trx, scope, groupId))) throw new Refused('not_found')
    const ids = [...new Set(propertyIds)]
    const now = app.ports.clock.now()
    if ((await putInGroup(trx, scope, { propertyIds: ids, groupId, now })) !== ids.length)
      throw new Refused('not_found')
    return { movedCount: ids.length }
  })
}
