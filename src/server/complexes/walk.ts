/** What a crew does on the round of a night. */

import { exceptionsOn, progressOf } from '#domain/complexes/round.ts'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, PhotoId, VisitId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { checkDoor } from './buildings.ts'
import { exceptionsFrom } from './queries.ts'
import { buildingsOfNight, findNight, type Night } from './round.ts'

const UNDER_WAY: readonly VisitState[] = ['confirmed', 'en_route', 'in_progress']

/** Whether the round can be walked: on its night, until it is completed. */
export function canWalk(app: App, night: Night): boolean {
  return UNDER_WAY.includes(night.state) && dateAt(app.ports.clock.now(), night.time_zone) >= night.date
}

type Check = {
  readonly visitId: VisitId
  readonly buildingId: BuildingId
  readonly photoId: PhotoId | null
  readonly isDone: boolean
}

/** Said again it is as said last; the time of the first stays. */
export async function checkBuilding(app: App, scope: CrewScope, check: Check) {
  return inTransaction(app.db, async (trx) => {
    const night = await nightToWalk(app, trx, scope, check.visitId)
    await checkDoor(trx, night.complex_id, check.buildingId, null)
    if (check.photoId !== null) await checkPhoto(trx, scope, check.visitId, check.photoId)
    await (check.isDone ? mark(app, trx, scope, check) : unmark(trx, check))
    const rows = await buildingsOfNight(trx, night)
    const exceptions = exceptionsOn(await exceptionsFrom(trx, night.complex_id, night.date), night.date)
    return progressOf(
      rows.map((row) => ({ id: row.id, checkedAt: row.checked_at })),
      exceptions,
    )
  })
}

type Report = {
  readonly visitId: VisitId
  readonly buildingId: BuildingId
  readonly unitLabel: string | null
  readonly kind: ViolationKind
  readonly words: string
  readonly photoId: PhotoId
}

/** The same fault at the same door with the same photo is one. */
export async function reportViolation(app: App, scope: CrewScope, report: Report) {
  return inTransaction(app.db, async (trx) => {
    const night = await nightToWalk(app, trx, scope, report.visitId)
    await checkDoor(trx, night.complex_id, report.buildingId, report.unitLabel)
    await checkPhoto(trx, scope, report.visitId, report.photoId)
    const same = await findSame(trx, report)
    if (same !== undefined) return { violationId: same.id }
    const added = await trx
      .insertInto('violation')
      .values({
        visit_id: report.visitId,
        building_id: report.buildingId,
        unit_label: report.unitLabel,
        kind: report.kind,
        words: report.words,
        photo_id: report.photoId,
        crew_id: scope.userId,
        reported_at: toTimestamp(app.ports.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { violationId: added.id }
  })
}

async function nightToWalk(app: App, db: Db, scope: CrewScope, visitId: VisitId): Promise<Night> {
  const night = await findNight(db, scope, visitId)
  if (dateAt(app.ports.clock.now(), night.time_zone) < night.date) throw new Refused('too_early')
  if (!UNDER_WAY.includes(night.state)) throw new Refused('wrong_state')
  return night
}

/** Proof is taken at the place: only photos of this very visit, by this crew. */
async function checkPhoto(db: Db, scope: CrewScope, visitId: VisitId, photoId: PhotoId): Promise<void> {
  const photo = await db
    .selectFrom('photo')
    .where('id', '=', photoId)
    .where('visit_id', '=', visitId)
    .where('owner_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  if (photo === undefined) throw new Refused('photo_of_another_visit', { at: 'photoId' })
}

async function mark(app: App, db: Db, scope: CrewScope, { visitId, buildingId, photoId }: Check) {
  await db
    .insertInto('building_check')
    .values({
      visit_id: visitId,
      building_id: buildingId,
      crew_id: scope.userId,
      photo_id: photoId,
      checked_at: toTimestamp(app.ports.clock.now()),
    })
    .onConflict((conflict) =>
      conflict.columns(['visit_id', 'building_id']).doUpdateSet((set) => ({
        photo_id: set.fn.coalesce('excluded.photo_id', 'building_check.photo_id'),
      })),
    )
    .execute()
}

async function unmark(db: Db, { visitId, buildingId }: Check): Promise<void> {
  await db
    .deleteFrom('building_check')
    .where('visit_id', '=', visitId)
    .where('building_id', '=', buildingId)
    .execute()
}

function findSame(db: Db, { visitId, buildingId, unitLabel, kind, photoId }: Report) {
  return db
    .selectFrom('violation')
    .where('visit_id', '=', visitId)
    .where('building_id', '=', buildingId)
    .where('unit_label', 'is not distinct from', unitLabel)
    .where('kind', '=', kind)
    .where('photo_id', '=', photoId)
    .select('id')
    .executeTakeFirst()
}
