/** Codes at the buildings of a complex, and who passed them. */
import { sql } from 'kysely'
import type { FoundCheckpoint } from '#domain/complexes/checkpoints.ts'
import type { BuildingId, ComplexId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'

/** In the order of the walk, also those without a code. */
export function listCheckpoints(db: Db, complexId: ComplexId) {
  return db
    .selectFrom('building')
    .leftJoin('checkpoint', 'checkpoint.building_id', 'building.id')
    .where('building.complex_id', '=', complexId)
    .where('building.removed_at', 'is', null)
    .orderBy('building.position')
    .orderBy('building.id')
    .select(['building.id as buildingId', 'building.name', 'checkpoint.code', 'checkpoint.made_at as madeAt'])
    .select((eb) =>
      eb
        .selectFrom('checkpoint_pass as pass')
        .whereRef('pass.building_id', '=', 'building.id')
        .orderBy('pass.passed_at', 'desc')
        .limit(1)
        .select('pass.passed_at')
        .as('lastPassedAt'),
    )
    .execute()
}

/** Where two make codes at once, a building gets one of them. */
export async function insertCheckpoints(
  db: Db,
  complexId: ComplexId,
  codes: ReadonlyMap<BuildingId, string>,
  now: Instant,
): Promise<number> {
  if (codes.size === 0) return 0
  const made = await db
    .insertInto('checkpoint')
    .values(
      [...codes].map(([buildingId, code]) => ({
        building_id: buildingId,
        complex_id: complexId,
        code,
        made_at: toTimestamp(now),
      })),
    )
    .onConflict((conflict) => conflict.column('building_id').doNothing())
    .returning('building_id')
    .execute()
  return made.length
}

/** False where it is not the customer's, or has no code. */
export async function saveNewCode(
  db: Db,
  scope: CustomerScope,
  {
    buildingId,
    code,
    now,
  }: { readonly buildingId: BuildingId; readonly code: string; readonly now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkpoint')
    .set((eb) => ({ code, earlier_code: eb.ref('code'), made_at: toTimestamp(now) }))
    .where('building_id', '=', buildingId)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Checkpoint = FoundCheckpoint & { readonly buildingId: BuildingId; readonly buildingName: string }

/** By the code of today or the one before; none at a building that was taken away. */
export async function findCheckpoint(db: Db, code: string): Promise<Checkpoint | null> {
  const row = await db
    .selectFrom('checkpoint')
    .innerJoin('building', 'building.id', 'checkpoint.building_id')
    .where((eb) => eb.or([eb('checkpoint.code', '=', code), eb('checkpoint.earlier_code', '=', code)]))
    .where('building.removed_at', 'is', null)
    .select(['checkpoint.building_id', 'checkpoint.complex_id', 'checkpoint.made_at', 'building.name'])
    .select(sql<boolean>`checkpoint.code <> ${code}`.as('isEarlier'))
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    buildingId: row.building_id,
    buildingName: row.name,
    complexId: row.complex_id,
    isEarlier: row.isEarlier,
    madeAt: row.made_at,
  }
}

export type NewPass = {
  readonly visitId: VisitId
  readonly buildingId: BuildingId
  readonly passedAt: Instant
  readonly isTyped: boolean
  readonly distanceFeet: number | null
}

/** The first time a night counts; answers when that was. */
export async function savePass(db: Db, scope: CrewScope, pass: NewPass): Promise<Instant> {
  const row = await db
    .insertInto('checkpoint_pass')
    .values({
      visit_id: pass.visitId,
      building_id: pass.buildingId,
      crew_id: scope.userId,
      passed_at: toTimestamp(pass.passedAt),
      is_typed: pass.isTyped,
      distance_feet: pass.distanceFeet,
    })
    .onConflict((conflict) =>
      // Changes nothing, so that the row which is there comes back.
      conflict
        .columns(['visit_id', 'building_id'])
        .doUpdateSet((eb) => ({ passed_at: eb.ref('checkpoint_pass.passed_at') })),
    )
    .returning('passed_at')
    .executeTakeFirstOrThrow()
  return row.passed_at
}
