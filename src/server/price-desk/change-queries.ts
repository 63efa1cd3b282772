/** What is to change of services on days ahead. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { ServiceFacts } from './service-queries.ts'

export type DatedFacts = Pick<ServiceFacts, 'minutes' | 'minutes_per_unit' | 'photos_required' | 'needs'>

/** Of one service: more days ahead nobody oversees. */
export const MOST_CHANGES = 12

const DATED = ['minutes', 'minutes_per_unit', 'photos_required', 'needs'] as const

export async function listChanges(db: Db) {
  const rows = await db
    .selectFrom('service_change')
    .innerJoin('users as operator', 'operator.id', 'service_change.planned_by')
    .orderBy('from_date')
    .select([...DATED, 'service_key', 'from_date', 'operator.name as planned_by_name'])
    .execute()
  return Map.groupBy(rows, (row) => row.service_key)
}

/** Locked until the transaction ends; undefined where nothing begins that day. */
export function lockChange(db: Db, key: string, from: LocalDate) {
  return db
    .selectFrom('service_change')
    .where('service_key', '=', key)
    .where('from_date', '=', from)
    .forUpdate()
    .select(DATED)
    .executeTakeFirst()
}

/** In the place of another of that day. False where there are too many days; the service is locked by who asks. */
export async function insertChange(
  db: Db,
  { key, from, facts }: { key: string; from: LocalDate; facts: DatedFacts },
  { by, now }: { by: UserId; now: Instant },
): Promise<boolean> {
  const { count } = await db
    .selectFrom('service_change')
    .where('service_key', '=', key)
    .where('from_date', '<>', from)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_CHANGES) return false
  const row = { ...facts, needs: [...facts.needs], planned_at: toTimestamp(now), planned_by: by }
  await db
    .insertInto('service_change')
    .values({ ...row, service_key: key, from_date: from })
    .onConflict((conflict) => conflict.columns(['service_key', 'from_date']).doUpdateSet(row))
    .execute()
  return true
}

export async function deleteChange(db: Db, key: string, from: LocalDate): Promise<void> {
  await db.deleteFrom('service_change').where('service_key', '=', key).where('from_date', '=', from).execute()
}

/** In the order of their days. */
export function lockDueChanges(db: Db, today: LocalDate) {
  return db
    .selectFrom('service_change')
    .where('from_date', '<=', today)
    .orderBy('from_date')
    .orderBy('service_key')
    .forUpdate()
    .select([...DATED, 'service_key', 'from_date', 'planned_by'])
    .execute()
}

export async function listZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from market`.execute(db)
  return rows.map(({ zone }) => zone)
}
