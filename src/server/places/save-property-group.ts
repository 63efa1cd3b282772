import type { PropertyGroupId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { insertGroup } from './group-queries.ts'
import { renameGroup } from './named-group-queries.ts'

/** Makes a group, or renames the one given. Names are a customer's own and once each, whatever their case. */
export async function savePropertyGroup(
  app: App,
  scope: CustomerScope,
  { groupId, name }: { groupId?: PropertyGroupId | undefined; name: string },
): Promise<{ groupId: PropertyGroupId }> {
  const now = app.ports.clock.now()
  try {
    if (groupId === undefined) return { groupId: await insertGroup(app.db, scope, name, now) }
    if (!(await renameGroup(app.db, scope, 'property_group', { groupId, name })))
      throw new Refused('not_found')
    return { groupId }
  } catch (error) {
    if (violatedUnique(error) === 'property_group_name_key')
      throw new Refused('group_name_taken', { at: 'name' })
    throw error
  }
}
