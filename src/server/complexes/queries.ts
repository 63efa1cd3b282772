/** What is known of a complex. Every query takes the scope of whoever asks, and finds nothing of anybody else's. */
import { sql } from 'kysely'
import { writeUnits } from '#domain/complexes/units.ts'
import type { BuildingId, ComplexId, PropertyId, VisitId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

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
      'complex.complex_group_id',
      'complex_group.name as group_name',
      'property.id as property_id',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { ...row, property_id: row.property_id }
}

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

export function toBuilding(row: { id: string; name: string; units: string[] }) {
  return {
    id: row.id as BuildingId,
    name: row.name,
    unitCount: row.units.length,
    units: writeUnits(row.units),
  }
}

/** Exceptions that still hold on a day or will. */
export async function exceptionsFrom(db: Db, complexId: ComplexId, since: LocalDate) {
  const rows = await db
    .selectFrom('complex_exception')
    .where('complex_id', '=', complexId)
    .where('to_date', '>=', since)
    .orderBy('from_date')
    .orderBy('id')
    .limit(500)
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    buildingId: row.building_id,
    unitLabel: row.unit_label,
    words: row.words,
    from: row.from_date,
    to: row.to_date,
  }))
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
