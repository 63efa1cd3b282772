import type { ComplexGroupId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { violatedUnique } from '../db/errors.ts'
import { renameGroup } from '../places/named-group-queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

export async function renameComplexGroup(
  app: App,
  scope: CustomerScope,
  { groupId, name }: { groupId: ComplexGroupId; name: string },
): Promise<void> {
  try {
    if (!(await renameGroup(app.db, scope, 'complex_group', { groupId, name })))
      throw new Refused('not_found')
  } catch (error) {
    if (violatedUnique(error) === 'complex_group_name_key')
      throw new Refused('group_name_taken', { at: 'name' })
    throw error
  }
}
