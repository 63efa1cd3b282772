import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { SettingKey } from '#domain/settings/groups.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'

export type WrittenSetting = {
  readonly marketId: string | null
  readonly key: SettingKey
  /** Null gives the number back to what holds otherwise. */
  readonly value: unknown
  readonly inForceFrom: Instant
}

/** All that was ever written, oldest first: a few hundred rows in years. */
export async function listSettings(db: Db) {
  const rows = await db.selectFrom('setting').orderBy('id').selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    key: row.key,
    value: row.value,
    inForceFrom: row.in_force_from,
    writtenBy: row.written_by,
    createdAt: row.created_at,
  }))
}

export async function findMarket(db: Db, marketId: string) {
  const row = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select(['id', 'name', 'time_zone'])
    .executeTakeFirstOrThrow()
  return { id: row.id, name: row.name, zone: row.time_zone }
}

/** Of operators who wrote something. */
export async function namesOf(db: Db, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${[...new Set(userIds)]}::uuid[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** By user; whoever does not exist is left out. */
export async function marketsOfUsers(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${[...userIds]}::uuid[])`)
    .select(['id', 'market_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.market_id]))
}

/** Null where there is no such visit. */
export async function marketOfVisit(db: Db, visitId: VisitId): Promise<string | null> {
  const row = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('visit.id', '=', visitId)
    .select('users.market_id')
    .executeTakeFirst()
  return row?.market_id ?? null
}

export async function insertSetting(
  db: Db,
  { marketId, key, value, inForceFrom }: WrittenSetting,
  written: { readonly by: UserId | null; readonly at: Instant },
): Promise<void> {
  await db
    .insertInto('setting')
    .values({
      market_id: marketId,
      key,
      value: value === null ? null : toJson(value),
      in_force_from: toTimestamp(inForceFrom),
      written_by: written.by,
      created_at: toTimestamp(written.at),
    })
    .execute()
}
