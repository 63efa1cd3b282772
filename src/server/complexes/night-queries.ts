import { sql } from 'kysely'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, PhotoId, PropertyId, ViolationId, VisitId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'

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
      'property.lat',
      'property.lng',
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
    .leftJoin('checkpoint', 'checkpoint.building_id', 'building.id')
    .leftJoin('checkpoint_pass as pass', (join) =>
      join.onRef('pass.building_id', '=', 'building.id').on('pass.visit_id', '=', night.visitId),
    )
    .leftJoin('users as passer', 'passer.id', 'pass.crew_id')
    .where('building.complex_id', '=', night.complex_id)
    .where((where) =>
      where.or([
        where('building.removed_at', 'is', null),
        where('done.checked_at', 'is not', null),
        where('pass.passed_at', 'is not', null),
      ]),
    )
    .orderBy('building.position')
    .orderBy('building.id')
    .select([
      'building.id',
      'building.name',
      'building.units',
      'done.checked_at',
      'checkpoint.made_at as code_made_at',
      'pass.passed_at',
      'pass.is_typed',
      'pass.distance_feet',
      'passer.name as passer_name',
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
      'violation.note',
      'violation.reported_at',
      'photo.id as photo_id',
      'photo.width',
      'photo.height',
      'photo.storage_key',
    ])
    .execute()
}

export type NightRow = {
  readonly visitId: VisitId
  readonly date: LocalDate
  readonly serviceKey: string
  readonly state: VisitState
  readonly crewFirstName: string | null
  readonly checkedCount: number
  readonly buildingCount: number
  readonly violationCount: number
}

const NIGHTS_SHOWN = 8

/** The nights to come from a day on, or those before it, newest first. */
export async function nightsOf(
  db: Db,
  propertyId: PropertyId,
  today: LocalDate,
  side: 'coming' | 'past',
): Promise<NightRow[]> {
  const when =
    side === 'coming'
      ? sql`visit.date >= ${today} and visit.state not in ('cancelled', 'skipped') order by visit.date, visit.starts_at, visit.id`
      : sql`visit.date < ${today} order by visit.date desc, visit.starts_at desc, visit.id`
  const { rows } = await sql<NightRow>`
    select visit.id as "visitId", visit.date, visit.service_key as "serviceKey", visit.state,
      split_part(users.name, ' ', 1) as "crewFirstName",
      (select count(*) from building_check where visit_id = visit.id) as "checkedCount",
      (select count(*) from violation where visit_id = visit.id) as "violationCount",
      (
        select count(*) from building
        where building.complex_id = property.complex_id and building.removed_at is null and not exists (
          select from complex_exception exception
          where exception.building_id = building.id and exception.kind = 'leave_out'
            and exception.unit_label is null and visit.date between exception.from_date and exception.to_date
        )
      ) as "buildingCount"
    from visit
    join property on property.id = visit.property_id
    left join users on users.id = visit.crew_id
    where visit.property_id = ${propertyId} and ${when}
    limit ${NIGHTS_SHOWN}
  `.execute(db)
  return rows
}

export type DoorCheck = {
  readonly visitId: VisitId
  readonly buildingId: BuildingId
  readonly photoId: PhotoId | null
}

export type NewViolation = {
  readonly visitId: VisitId
  readonly buildingId: BuildingId
  readonly unitLabel: string | null
  readonly kind: ViolationKind
  readonly note: string
  readonly photoId: PhotoId
}

/** Whether a photo is of this very visit, by this crew. */
export async function isPhotoOfNight(
  db: Db,
  scope: CrewScope,
  visitId: VisitId,
  photoId: PhotoId,
): Promise<boolean> {
  const photo = await db
    .selectFrom('photo')
    .where('id', '=', photoId)
    .where('visit_id', '=', visitId)
    .where('owner_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  return photo !== undefined
}

/** Checked again, the time of the first check stays. */
export async function saveCheck(
  db: Db,
  scope: CrewScope,
  { visitId, buildingId, photoId }: DoorCheck,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('building_check')
    .values({
      visit_id: visitId,
      building_id: buildingId,
      crew_id: scope.userId,
      photo_id: photoId,
      checked_at: toTimestamp(now),
    })
    .onConflict((conflict) =>
      conflict.columns(['visit_id', 'building_id']).doUpdateSet((set) => ({
        photo_id: set.fn.coalesce('excluded.photo_id', 'building_check.photo_id'),
      })),
    )
    .execute()
}

export async function deleteCheck(db: Db, { visitId, buildingId }: DoorCheck): Promise<void> {
  await db
    .deleteFrom('building_check')
    .where('visit_id', '=', visitId)
    .where('building_id', '=', buildingId)
    .execute()
}

/** The same fault at the same door with the same photo. */
export async function findSameViolation(
  db: Db,
  { visitId, buildingId, unitLabel, kind, photoId }: NewViolation,
): Promise<ViolationId | undefined> {
  const row = await db
    .selectFrom('violation')
    .where('visit_id', '=', visitId)
    .where('building_id', '=', buildingId)
    .where('unit_label', 'is not distinct from', unitLabel)
    .where('kind', '=', kind)
    .where('photo_id', '=', photoId)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertViolation(
  db: Db,
  scope: CrewScope,
  night: Pick<Night, 'complex_id' | 'date'>,
  violation: NewViolation,
  now: Instant,
): Promise<ViolationId> {
  const { id } = await db
    .insertInto('violation')
    .values({
      visit_id: violation.visitId,
      complex_id: night.complex_id,
      night: night.date,
      building_id: violation.buildingId,
      unit_label: violation.unitLabel,
      kind: violation.kind,
      note: violation.note,
      photo_id: violation.photoId,
      crew_id: scope.userId,
      reported_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
