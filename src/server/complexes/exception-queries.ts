import type { BuildingId, ComplexExceptionId, ComplexId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

export type NewException = {
  readonly complexId: ComplexId
  readonly buildingId: BuildingId | null
  readonly unitLabel: string | null
  readonly kind: 'leave_out' | 'note'
  readonly note: string
  readonly from: LocalDate
  readonly to: LocalDate
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
    note: row.note,
    from: row.from_date,
    to: row.to_date,
  }))
}

export async function insertException(
  db: Db,
  exception: NewException,
  now: Instant,
): Promise<ComplexExceptionId> {
  const { id } = await db
    .insertInto('complex_exception')
    .values({
      complex_id: exception.complexId,
      building_id: exception.buildingId,
      unit_label: exception.buildingId === null ? null : exception.unitLabel,
      kind: exception.kind,
      note: exception.note,
      from_date: exception.from,
      to_date: exception.to,
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteException(
  db: Db,
  scope: CustomerScope,
  exceptionId: ComplexExceptionId,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('complex_exception')
    .where('id', '=', exceptionId)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
