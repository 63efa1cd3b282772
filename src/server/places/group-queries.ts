import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { LONGEST_LIST } from './queries.ts'

export function listPropertyGroups(db: Db, scope: CustomerScope) {
  return (
    db
      .selectFrom('property_group')
      // Counted at once: one after the other would read all places for each group where the database knows nothing of
      // them yet, as after a large import.
      .leftJoin(
        (from) =>
          from
            .selectFrom('property')
            .where('property.customer_id', '=', scope.userId)
            .where('removed_at', 'is', null)
            .groupBy('property.group_id')
            .select((count) => ['property.group_id', count.fn.countAll<number>().as('count')])
            .as('held'),
        (join) => join.onRef('held.group_id', '=', 'property_group.id'),
      )
      .where('property_group.customer_id', '=', scope.userId)
      .select((select) => [
        'id',
        'name',
        select.fn.coalesce('held.count', sql<number>`0`).as('property_count'),
      ])
      .orderBy(sql`lower(name)`)
      .limit(LONGEST_LIST)
      .execute()
  )
}

export async function insertGroup(
  db: Db,
  scope: CustomerScope,
  name: string,
  now: Instant,
): Promise<PropertyGroupId> {
  const { id } = await db
    .insertInto('property_group')
    .values({ customer_id: scope.userId, name, created_at: toTimestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes its properties out of a group. Answers how many of them are still there. */
export async function emptyGroup(
  db: Db,
  scope: CustomerScope,
  groupId: PropertyGroupId,
  now: Instant,
): Promise<number> {
  const left = await db
    .updateTable('property')
    .set({ group_id: null, updated_at: toTimestamp(now) })
    .where('group_id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .returning('removed_at')
    .execute()
  return left.filter((property) => property.removed_at === null).length
}

/** Answers how many of the properties are the customer's and were moved. */
export async function putInGroup(
  db: Db,
  scope: CustomerScope,
  move: {
    readonly propertyIds: readonly PropertyId[]
    readonly groupId: PropertyGroupId | null
    readonly now: Instant
  },
): Promise<number> {
  const moved = await db
    .updateTable('property')
    .set({ group_id: move.groupId, updated_at: toTimestamp(move.now) })
    .where('id', '=', sql<PropertyId>`any(${move.propertyIds}::uuid[])`)
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  return moved.length
}

/** False where the group is not the customer's. */
export async function lockGroup(db: Db, scope: CustomerScope, groupId: PropertyGroupId): Promise<boolean> {
  const group = await db
    .selectFrom('property_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return group !== undefined
}
