import { writeUnits } from '#domain/complexes/units.ts'
import type { BuildingId, ComplexId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** In the order of the walk; those that were taken away are left out. */
export async function buildingsOf(db: Db, complexId: ComplexId) {
  const rows = await db
    .selectFrom('building')
    .where('complex_id', '=', complexId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'units'])
    .execute()
  return rows.map(toBuilding)
}

export function toBuilding(row: { id: BuildingId; name: string; units: string[] }) {
  return {
    id: row.id,
    name: row.name,
    unitCount: row.units.length,
    units: writeUnits(row.units),
  }
}

export type SavedBuilding = {
  readonly complexId: ComplexId
  readonly name: string
  readonly units: readonly string[]
}

export async function insertBuilding(
  db: Db,
  building: SavedBuilding & { readonly position: number; readonly now: Instant },
): Promise<BuildingId> {
  const { id } = await db
    .insertInto('building')
    .values({
      complex_id: building.complexId,
      name: building.name,
      units: [...building.units],
      position: building.position,
      created_at: toTimestamp(building.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined where the building is not of this complex, or was taken away. */
export async function updateBuilding(
  db: Db,
  building: SavedBuilding & { readonly buildingId: BuildingId },
): Promise<BuildingId | undefined> {
  const row = await db
    .updateTable('building')
    .set({ name: building.name, units: [...building.units] })
    .where('id', '=', building.buildingId)
    .where('complex_id', '=', building.complexId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** How many there are, and the last position of the walk, also of one that was taken away. */
export function countBuildings(db: Db, complexId: ComplexId) {
  return db
    .selectFrom('building')
    .where('complex_id', '=', complexId)
    .select((the) => [
      the.fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      the.fn.max('position').as('last'),
    ])
    .executeTakeFirstOrThrow()
}

export async function unitsOfBuilding(
  db: Db,
  complexId: ComplexId,
  buildingId: BuildingId,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('building')
    .where('id', '=', buildingId)
    .where('complex_id', '=', complexId)
    .where('removed_at', 'is', null)
    .select('units')
    .executeTakeFirst()
  return row?.units
}

/** False where it is not the customer's, or gone already. */
export async function markBuildingRemoved(
  db: Db,
  scope: CustomerScope,
  buildingId: BuildingId,
  now: Instant,
): Promise<boolean> {
  const removed = await db
    .updateTable('building')
    .set({ removed_at: toTimestamp(now) })
    .where('id', '=', buildingId)
    .where('removed_at', 'is', null)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
