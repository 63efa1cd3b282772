/** A customer's own groups, of properties or of complexes: names that are one whatever their case. */
import { sql } from 'kysely'
import type { ComplexGroupId, PropertyGroupId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

type GroupIds = { readonly property_group: PropertyGroupId; readonly complex_group: ComplexGroupId }
type GroupTable = keyof GroupIds

/** The group of a name, made where there is none; null where no name was given. */
export async function findOrAddGroup<Table extends GroupTable>(
  db: Db,
  scope: CustomerScope,
  table: Table,
  { name, now }: { readonly name: string | null; readonly now: Date },
): Promise<GroupIds[Table] | null> {
  if (name === null) return null
  const { rows } = await sql<{ id: GroupIds[Table] }>`
    insert into ${sql.table(table)} (customer_id, name, created_at)
    values (${scope.userId}, ${name}, ${now})
    on conflict (customer_id, lower(name)) do update set name = ${sql.ref(`${table}.name`)}
    returning id
  `.execute(db)
  return rows[0]!.id
}

/** False where the group is not the customer's. */
export async function renameGroup<Table extends GroupTable>(
  db: Db,
  scope: CustomerScope,
  table: Table,
  { groupId, name }: { readonly groupId: GroupIds[Table]; readonly name: string },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set name = ${name} where id = ${groupId} and customer_id = ${scope.userId}
    returning id
  `.execute(db)
  return rows.length > 0
}

/** False where the group is not the customer's. */
export async function deleteGroup<Table extends GroupTable>(
  db: Db,
  scope: CustomerScope,
  table: Table,
  groupId: GroupIds[Table],
): Promise<boolean> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where id = ${groupId} and customer_id = ${scope.userId} returning id
  `.execute(db)
  return rows.length > 0
}
