/** Violations of a complex that was found for whoever asks, by the index of their nights. */
import { sql } from 'kysely'
import type { TrendCell, TrendPeriods } from '#domain/complexes/violation-trends.ts'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, ComplexId, PropertyId } from '#domain/ids.ts'
import { isLocalDate, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'

/** How many of each kind at each building in each month; days of either period only. */
export async function countViolations(
  db: Db,
  complexId: ComplexId,
  { months, before }: TrendPeriods,
): Promise<TrendCell[]> {
  const { rows } = await sql<TrendCell>`
    select date_trunc('month', night)::date as night, building_id as "buildingId", kind, count(*) as count
    from violation
    where complex_id = ${complexId} and night between ${before[0]!.from} and ${months.at(-1)!.to}
      and (night <= ${before.at(-1)!.to} or night >= ${months[0]!.from})
    group by 1, building_id, kind
  `.execute(db)
  return rows
}

/** Nights that were done at the place of a complex, in either period. */
export async function countNights(
  db: Db,
  propertyId: PropertyId,
  { months, before }: TrendPeriods,
): Promise<{ nights: number; nightsBefore: number }> {
  const { rows } = await sql<{ nights: number; nightsBefore: number }>`
    select count(*) filter (where date >= ${months[0]!.from}) as nights,
      count(*) filter (where date <= ${before.at(-1)!.to}) as "nightsBefore"
    from visit
    where property_id = ${propertyId} and state = 'completed'
      and date between ${before[0]!.from} and ${months.at(-1)!.to}
  `.execute(db)
  return rows[0]!
}

/** Also of those that were taken away since. */
export async function namesOfBuildings(
  db: Db,
  complexId: ComplexId,
): Promise<ReadonlyMap<BuildingId, string>> {
  const rows = await db
    .selectFrom('building')
    .where('complex_id', '=', complexId)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type AskedViolations = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly buildingId?: BuildingId | undefined
  readonly kind?: ViolationKind | undefined
  readonly cursor?: string | undefined
}

/** The last night first, a page along the index. */
export async function listViolations(db: Db, complexId: ComplexId, asked: AskedViolations, limit: number) {
  const mark = readPageMark(asked.cursor, isLocalDate)
  const rows = await db
    .selectFrom('violation')
    .innerJoin('building', 'building.id', 'violation.building_id')
    .innerJoin('photo', 'photo.id', 'violation.photo_id')
    .where('violation.complex_id', '=', complexId)
    .where('violation.night', '>=', asked.from)
    .where('violation.night', '<=', asked.to)
    .$if(asked.buildingId !== undefined, (query) =>
      query.where('violation.building_id', '=', asked.buildingId!),
    )
    .$if(asked.kind !== undefined, (query) => query.where('violation.kind', '=', asked.kind!))
    .$if(mark !== undefined, (query) =>
      query.where(sql<boolean>`(violation.night, violation.id) < (${mark?.value}::date, ${mark?.id}::uuid)`),
    )
    .orderBy('violation.night', 'desc')
    .orderBy('violation.id', 'desc')
    .limit(limit + 1)
    .select([
      'violation.id',
      'violation.night as mark',
      'violation.night',
      'violation.visit_id',
      'building.name as building_name',
      'violation.unit_label',
      'violation.kind',
      'violation.note',
      'violation.reported_at',
      'photo.id as photo_id',
      'photo.width',
      'photo.height',
    ])
    .execute()
  return pageOf(rows, limit)
}
