import type { PropertyGroupId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { emptyGroup } from './group-queries.ts'
import { deleteGroup } from './named-group-queries.ts'

/** Its properties stay and are in no group. */
export async function removePropertyGroup(
  app: App,
  scope: CustomerScope,
  groupId: PropertyGroupId,
): Promise<{ propertyCount: number }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const left = await emptyGroup(trx, scope, groupId, now)
    if (!(await deleteGroup(trx, scope, 'property_group', groupId))) throw new Refused('not_found')
    return { propertyCount: left }
  })
}
