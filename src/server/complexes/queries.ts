/** What is known of a complex. Every query takes the scope of whoever asks, and finds nothing of anybody else's. */

import { type Insertable, sql, type Updateable } from 'kysely'
import type { ComplexId, PropertyId } from '#domain/ids.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'

export async function findComplex(db: Db, scope: CustomerScope, complexId: ComplexId) {
  const row = await db
    .selectFrom('complex')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .leftJoin('complex_group', 'complex_group.id', 'complex.complex_group_id')
    .where('complex.id', '=', complexId)
    .where('complex.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .select([
      'complex.id',
      'complex.name',
      'complex.address',
      'complex.lat',
      'complex.lng',
      'complex.time_zone',
      'complex.units',
      'complex.instructions',
      'complex.po_number',
      'complex.complex_group_id',
      'complex_group.name as group_name',
      'property.id as property_id',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { ...row, property_id: row.property_id }
}

export async function placesOfComplexes(
  db: Db,
  propertyIds: readonly PropertyId[],
): Promise<ReadonlySet<string>> {
  if (propertyIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('property')
    .where('id', 'in', propertyIds)
    .where('complex_id', 'is not', null)
    .select('id')
    .execute()
  return new Set(rows.map((row) => row.id))
}

type Which = { readonly complexIds?: readonly ComplexId[]; readonly propertyIds?: readonly PropertyId[] }

export function complexesAt(db: Db, { complexIds = [], propertyIds = [] }: Which) {
  return db
    .selectFrom('complex')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .where('property.removed_at', 'is', null)
    .where(
      sql<boolean>`(complex.id = any(${complexIds}::uuid[]) or property.id = any(${propertyIds}::uuid[]))`,
    )
    .select((select) => [
      'complex.id',
      'complex.name',
      'complex.address',
      'complex.units',
      'complex.instructions',
      'property.id as property_id',
      'property.lat',
      'property.lng',
      'property.neighbourhood',
      'property.time_zone',
      select
        .selectFrom('building')
        .whereRef('building.complex_id', '=', 'complex.id')
        .where('building.removed_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('building_count'),
    ])
    .execute()
}

export function ownNights(
  db: Db,
  scope: CrewScope,
  propertyId: PropertyId,
  today: ReturnType<typeof dateAt>,
) {
  return db
    .selectFrom('visit')
    .where('property_id', '=', propertyId)
    .where('crew_id', '=', scope.userId)
    .where('date', '>=', addDays(today, -1))
    .where('state', 'not in', ['cancelled', 'skipped'])
    .orderBy('date')
    .orderBy('id')
    .limit(14)
    .select(['id', 'date', 'state', 'service_key'])
    .execute()
}

export async function insertComplex(db: Db, row: Insertable<Database['complex']>): Promise<ComplexId> {
  const { id } = await db.insertInto('complex').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateComplexColumns(
  db: Db,
  complexId: ComplexId,
  columns: Updateable<Database['complex']>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await db.updateTable('complex').set(columns).where('id', '=', complexId).execute()
}

/** Of a complex that is gone nobody is mailed, and nobody's address is kept. */
export async function deleteReportAddresses(db: Db, complexId: ComplexId): Promise<void> {
  await db.deleteFrom('report_address').where('complex_id', '=', complexId).execute()
}
