/** What a customer does with its property groups. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

/** Makes a group, or renames the one given. Names are a customer's own and once each, whatever their case. */
export async function savePropertyGroup(
  app: App,
  scope: CustomerScope,
  { groupId, name }: { groupId?: PropertyGroupId | undefined; name: string },
): Promise<{ groupId: PropertyGroupId }> {
  const now = toTimestamp(app.ports.clock.now())
  try {
    const saved = await inTransaction(app.db, (trx) =>
      groupId === undefined
        ? trx
            .insertInto('property_group')
            .values({ customer_id: scope.userId, name, created_at: now })
            .returning('id')
            .executeTakeFirst()
        : trx
            .updateTable('property_group')
            .set({ name })
            .where('id', '=', groupId)
            .where('customer_id', '=', scope.userId)
            .returning('id')
            .executeTakeFirst(),
    )
    if (saved === undefined) throw new Refused('not_found')
    return { groupId: saved.id }
  } catch (error) {
    if (violatedUnique(error) === 'property_group_name_key')
      throw new Refused('group_name_taken', { at: 'name' })
    throw error
  }
}

/** Its properties stay and are in no group. */
export async function removePropertyGroup(
  app: App,
  scope: CustomerScope,
  groupId: PropertyGroupId,
): Promise<{ propertyCount: number }> {
  return inTransaction(app.db, async (trx) => {
    const left = await trx
      .updateTable('property')
      .set({ group_id: null, updated_at: toTimestamp(app.ports.clock.now()) })
      .where('group_id', '=', groupId)
      .where('customer_id', '=', scope.userId)
      .returning('removed_at')
      .execute()
    const removed = await trx
      .deleteFrom('property_group')
      .where('id', '=', groupId)
      .where('customer_id', '=', scope.userId)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) throw new Refused('not_found')
    return { propertyCount: left.filter((property) => property.removed_at === null).length }
  })
}

/** All or nothing: one id that is not the customer's refuses the whole move. */
export async function moveProperties(
  app: App,
  scope: CustomerScope,
  { propertyIds, groupId }: { propertyIds: readonly PropertyId[]; groupId: PropertyGroupId | null },
): Promise<{ movedCount: number }> {
  return inTransaction(app.db, async (trx) => {
    if (groupId !== null) await lockGroup(trx, scope, groupId)
    const ids = [...new Set(propertyIds)]
    const moved = await trx
      .updateTable('property')
      .set({ group_id: groupId, updated_at: toTimestamp(app.ports.clock.now()) })
      .where('id', '=', sql<PropertyId>`any(${ids}::uuid[])`)
      .where('customer_id', '=', scope.userId)
      .where('removed_at', 'is', null)
      .returning('id')
      .execute()
    if (moved.length !== ids.length) throw new Refused('not_found')
    return { movedCount: moved.length }
  })
}

/** The group of a name, whatever its case, made where there is none. */
export async function groupOfName(
  db: Db,
  scope: CustomerScope,
  { name, now }: { name: string; now: Date },
): Promise<PropertyGroupId> {
  const { rows } = await sql<{ id: PropertyGroupId }>`
    insert into property_group (customer_id, name, created_at) values (${scope.userId}, ${name}, ${now})
    on conflict (customer_id, lower(name)) do update set name = property_group.name
    returning id
  `.execute(db)
  return rows[0]!.id
}

async function lockGroup(db: Db, scope: CustomerScope, groupId: PropertyGroupId): Promise<void> {
  const group = await db
    .selectFrom('property_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (group === undefined) throw new Refused('not_found')
}
