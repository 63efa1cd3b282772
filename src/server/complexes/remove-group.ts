import type { ComplexGroupId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { deleteGroup } from '../places/named-group-queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

/** Its complexes stay and are in no group. */
export async function removeComplexGroup(
  app: App,
  scope: CustomerScope,
  groupId: ComplexGroupId,
): Promise<void> {
  if (!(await deleteGroup(app.db, scope, 'complex_group', groupId))) throw new Refused('not_found')
}
