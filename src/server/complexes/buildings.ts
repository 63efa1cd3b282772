/** Buildings of a complex with their doors, and what differs for some nights. */
import { type ReadUnits, readUnits, type UnitFault } from '#domain/complexes/units.ts'
import type { BuildingId, ComplexExceptionId, ComplexId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { LocalDate } from '#domain/time.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findComplex } from './queries.ts'
import { buildingTexts } from './texts.ts'

const BUILDINGS_AT_MOST = 200

type BuildingInput = {
  readonly complexId: ComplexId
  readonly buildingId?: BuildingId | undefined
  readonly name: string
  readonly units: string
}

export async function saveBuilding(app: App, scope: CustomerScope, input: BuildingInput) {
  const read = readUnits(input.units)
  if ('fault' in read) throw new Refused('bad_input', { fields: { units: sentenceOf(read, scope.locale) } })
  const units = [...read.units]
  return inTransaction(app.db, async (trx) => {
    await findComplex(trx, scope, input.complexId)
    const { buildingId } = input
    const saved =
      buildingId === undefined
        ? await addBuilding(app, trx, input, units)
        : await trx
            .updateTable('building')
            .set({ name: input.name, units })
            .where('id', '=', buildingId)
            .where('complex_id', '=', input.complexId)
            .where('removed_at', 'is', null)
            .returning('id')
            .executeTakeFirst()
    if (saved === undefined) throw new Refused('not_found')
    return { buildingId: saved.id, unitCount: units.length }
  }).catch((error: unknown) => {
    if (violatedUnique(error) === 'building_name_key')
      throw new Refused('building_name_taken', { at: 'name' })
    throw error
  })
}

export async function removeBuilding(app: App, scope: CustomerScope, buildingId: BuildingId): Promise<void> {
  const removed = await app.db
    .updateTable('building')
    .set({ removed_at: toTimestamp(app.ports.clock.now()) })
    .where('id', '=', buildingId)
    .where('removed_at', 'is', null)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new Refused('not_found')
}

type ExceptionInput = {
  readonly complexId: ComplexId
  readonly buildingId: BuildingId | null
  readonly unitLabel: string | null
  readonly kind: 'leave_out' | 'note'
  readonly words: string
  readonly from: LocalDate
  readonly to: LocalDate
}

/** For tonight or later: nights that were are as they were. */
export async function addException(app: App, scope: CustomerScope, input: ExceptionInput) {
  return inTransaction(app.db, async (trx) => {
    const complex = await findComplex(trx, scope, input.complexId)
    const now = app.ports.clock.now()
    if (input.to < dateAt(now, complex.time_zone)) throw new Refused('in_the_past', { at: 'to' })
    if (input.buildingId !== null) await checkDoor(trx, input.complexId, input.buildingId, input.unitLabel)
    const added = await trx
      .insertInto('complex_exception')
      .values({
        complex_id: input.complexId,
        building_id: input.buildingId,
        unit_label: input.buildingId === null ? null : input.unitLabel,
        kind: input.kind,
        words: input.words,
        from_date: input.from,
        to_date: input.to,
        created_at: toTimestamp(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { exceptionId: added.id }
  })
}

export async function removeException(
  app: App,
  scope: CustomerScope,
  exceptionId: ComplexExceptionId,
): Promise<void> {
  const removed = await app.db
    .deleteFrom('complex_exception')
    .where('id', '=', exceptionId)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new Refused('not_found')
}

/** Refuses a building that is not of this complex, and a door that is not of this building. */
export async function checkDoor(
  db: Db,
  complexId: ComplexId,
  buildingId: BuildingId,
  unitLabel: string | null,
): Promise<void> {
  const building = await db
    .selectFrom('building')
    .where('id', '=', buildingId)
    .where('complex_id', '=', complexId)
    .where('removed_at', 'is', null)
    .select('units')
    .executeTakeFirst()
  if (building === undefined) throw new Refused('not_found')
  if (unitLabel !== null && !building.units.includes(unitLabel))
    throw new Refused('no_such_unit', { at: 'unitLabel' })
}

async function addBuilding(app: App, db: Db, { complexId, name }: BuildingInput, units: string[]) {
  const { count, last } = await db
    .selectFrom('building')
    .where('complex_id', '=', complexId)
    .select((the) => [
      the.fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      the.fn.max('position').as('last'),
    ])
    .executeTakeFirstOrThrow()
  if (count >= BUILDINGS_AT_MOST) throw new Refused('too_many_buildings')
  return db
    .insertInto('building')
    .values({
      complex_id: complexId,
      name,
      units,
      position: (last ?? 0) + 1,
      created_at: toTimestamp(app.ports.clock.now()),
    })
    .returning('id')
    .executeTakeFirst()
}

function sentenceOf({ fault, part }: Extract<ReadUnits, { fault: UnitFault }>, locale: Language): string {
  return buildingTexts[locale].faults[fault](part.slice(0, 40))
}
