/** Services as operators change them, each with what held before. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

const PAST_SHOWN = 10

export type ServiceFacts = {
  readonly name_en: string
  readonly name_es: string
  readonly unit_en: string
  readonly units_en: string
  readonly unit_es: string
  readonly units_es: string
  readonly icon: string
  readonly minutes: number
  readonly minutes_per_unit: number
  readonly photos_required: number
  readonly needs: readonly string[]
}

/** Newest first of each service. */
export async function listPast(db: Db) {
  const { rows } = await sql<
    ServiceFacts & { service_key: string; replaced_at: Instant; replaced_by_name: string }
  >`
    select past.*, operator.name as replaced_by_name
    from service
    cross join lateral (
      select * from service_past where service_key = service.key order by replaced_at desc, id limit ${PAST_SHOWN}
    ) as past
    join users operator on operator.id = past.replaced_by
    where service.is_active
  `.execute(db)
  return Map.groupBy(rows, (row) => row.service_key)
}

/** Locked until the transaction ends. */
export function lockService(db: Db, key: string) {
  return db
    .selectFrom('service')
    .where('key', '=', key)
    .where('is_active', '=', true)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
}

export async function replaceService(
  db: Db,
  { key, was, facts }: { key: string; was: ServiceFacts; facts: ServiceFacts },
  { by, now }: { by: UserId; now: Instant },
): Promise<number> {
  await db
    .insertInto('service_past')
    .values({
      ...pickFacts(was),
      needs: [...was.needs],
      service_key: key,
      replaced_at: toTimestamp(now),
      replaced_by: by,
    })
    .execute()
  const { version } = await db
    .updateTable('service')
    .set((set) => ({ ...facts, needs: [...facts.needs], version: set('version', '+', 1) }))
    .where('key', '=', key)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Of two that begin at once only one gets a key. */
export async function lockCatalogue(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('keys of services', 0))`.execute(db)
}

export async function isKeyTaken(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('service').where('key', '=', key).select('key').executeTakeFirst()
  return row !== undefined
}

export async function listActiveKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('service').where('is_active', '=', true).select('key').execute()
  return rows.map(({ key }) => key)
}

/** Behind all others. */
export async function insertService(
  db: Db,
  row: ServiceFacts & { key: string; is_weekly: boolean; is_on_demand: boolean },
): Promise<void> {
  const last = await db
    .selectFrom('service')
    .orderBy('sort', 'desc')
    .select('sort')
    .limit(1)
    .executeTakeFirst()
  await db
    .insertInto('service')
    .values({ ...row, needs: [...row.needs], sort: (last?.sort ?? 0) + 1 })
    .execute()
}

export function pickFacts(row: ServiceFacts): ServiceFacts {
  return {
    name_en: row.name_en,
    name_es: row.name_es,
    unit_en: row.unit_en,
    units_en: row.units_en,
    unit_es: row.unit_es,
    units_es: row.units_es,
    icon: row.icon,
    minutes: row.minutes,
    minutes_per_unit: row.minutes_per_unit,
    photos_required: row.photos_required,
    needs: row.needs,
  }
}
