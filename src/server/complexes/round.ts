/** One night at a complex: which buildings were done, when, with which photo; what was left out and what was wrong. */
import { firstName } from '#domain/accounts/first-name.ts'
import { exceptionsOn, isLeftOut, unitsLeftOut } from '#domain/complexes/round.ts'
import type { PhotoId, VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { exceptionsFrom, toBuilding } from './queries.ts'

type PhotoColumns = { readonly id: PhotoId; readonly width: number; readonly height: number }

/** The night of a customer's own complex, or of a crew's own visit; of nobody else. */
export async function readRound(app: App, scope: CustomerScope | CrewScope, visitId: VisitId) {
  const night = await findNight(app.db, scope, visitId)
  const [buildings, exceptions, violations] = await Promise.all([
    buildingsOfNight(app.db, night),
    exceptionsFrom(app.db, night.complex_id, night.date),
    violationsOf(app.db, visitId),
  ])
  const tonight = exceptionsOn(exceptions, night.date)
  return {
    night,
    round: {
      visitId,
      complexId: night.complex_id,
      complexName: night.complex_name,
      date: night.date,
      timeZone: night.time_zone,
      serviceKey: night.service_key,
      state: night.state,
      startedAt: night.started_at,
      completedAt: night.completed_at,
      crewFirstName: night.crew_name === null ? null : firstName(night.crew_name),
      buildings: buildings.map((row) => ({
        ...toBuilding(row),
        isLeftOut: isLeftOut(tonight, row.id),
        unitsLeftOut: unitsLeftOut(tonight, row.id),
        checkedAt: row.checked_at,
        photo: row.photo_id === null ? null : toPhotoReply(app, photoOf(row)),
      })),
      exceptions: tonight,
      violations: violations.map((row) => ({
        id: row.id,
        buildingId: row.building_id,
        buildingName: row.building_name,
        unitLabel: row.unit_label,
        kind: row.kind,
        words: row.words,
        reportedAt: row.reported_at,
        photo: toPhotoReply(app, photoOf(row)),
      })),
    },
  }
}

export type Night = Awaited<ReturnType<typeof findNight>>

export async function findNight(db: Db, scope: CustomerScope | CrewScope, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('complex', 'complex.id', 'property.complex_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .where(scope.type === 'Crew' ? 'visit.crew_id' : 'visit.customer_id', '=', scope.userId)
    .select([
      'visit.date',
      'visit.state',
      'visit.service_key',
      'visit.started_at',
      'visit.completed_at',
      'visit.ends_at',
      'visit.crew_id',
      'complex.id as complex_id',
      'complex.name as complex_name',
      'complex.address',
      'complex.instructions',
      'property.time_zone',
      'crew.name as crew_name',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return {
    ...row,
    visitId,
    complex_id: row.complex_id,
    crew_id: row.crew_id,
  }
}

/** Those of today, and of those taken away since, the ones that were done that night. */
export function buildingsOfNight(db: Db, night: Pick<Night, 'visitId' | 'complex_id'>) {
  return db
    .selectFrom('building')
    .leftJoin('building_check as done', (join) =>
      join.onRef('done.building_id', '=', 'building.id').on('done.visit_id', '=', night.visitId),
    )
    .leftJoin('photo', 'photo.id', 'done.photo_id')
    .where('building.complex_id', '=', night.complex_id)
    .where((where) =>
      where.or([where('building.removed_at', 'is', null), where('done.checked_at', 'is not', null)]),
    )
    .orderBy('building.position')
    .orderBy('building.id')
    .select([
      'building.id',
      'building.name',
      'building.units',
      'done.checked_at',
      'photo.id as photo_id',
      'photo.width',
      'photo.height',
      'photo.storage_key',
    ])
    .execute()
}

export function violationsOf(db: Db, visitId: VisitId) {
  return db
    .selectFrom('violation')
    .innerJoin('building', 'building.id', 'violation.building_id')
    .innerJoin('photo', 'photo.id', 'violation.photo_id')
    .where('violation.visit_id', '=', visitId)
    .orderBy('violation.reported_at')
    .orderBy('violation.id')
    .select([
      'violation.id',
      'violation.building_id',
      'building.name as building_name',
      'violation.unit_label',
      'violation.kind',
      'violation.words',
      'violation.reported_at',
      'photo.id as photo_id',
      'photo.width',
      'photo.height',
      'photo.storage_key',
    ])
    .execute()
}

function photoOf(row: {
  photo_id: PhotoId | null
  width: number | null
  height: number | null
}): PhotoColumns {
  return { id: row.photo_id!, width: row.width!, height: row.height! }
}
