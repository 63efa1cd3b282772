import { type ReadUnits, readUnits, type UnitFault } from '#domain/complexes/units.ts'
import type { BuildingId, ComplexId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { countBuildings, insertBuilding, updateBuilding } from './building-queries.ts'
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
        : await updateBuilding(trx, { ...input, buildingId, units })
    if (saved === undefined) throw new Refused('not_found')
    return { buildingId: saved, unitCount: units.length }
  }).catch((error: unknown) => {
    if (violatedUnique(error) === 'building_name_key')
      throw new Refused('building_name_taken', { at: 'name' })
    throw error
  })
}

async function addBuilding(app: App, db: Db, { complexId, name }: BuildingInput, units: string[]) {
  const { count, last } = await countBuildings(db, complexId)
  if (count >= BUILDINGS_AT_MOST) throw new Refused('too_many_buildings')
  const position = (last ?? 0) + 1
  return insertBuilding(db, { complexId, name, units, position, now: app.ports.clock.now() })
}

function sentenceOf({ fault, part }: Extract<ReadUnits, { fault: UnitFault }>, locale: Language): string {
  return buildingTexts[locale].faults[fault](part.slice(0, 40))
}
