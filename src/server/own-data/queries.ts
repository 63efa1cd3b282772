import type { DataExportId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

const EXPORTS_SHOWN = 5

/** Those that are being written, and those that can be fetched. */
export function listExports(db: Db, scope: UserScope, now: Instant) {
  return db
    .selectFrom('data_export')
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'data')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', toTimestamp(now))]))
    .orderBy('asked_at', 'desc')
    .limit(EXPORTS_SHOWN)
    .select(['id', 'asked_at', 'ready_at', 'expires_at', 'size_bytes'])
    .execute()
}

/** Null for what is another's, not written yet, or too old. */
export async function findContent(
  db: Db,
  scope: UserScope,
  { exportId, now }: { readonly exportId: DataExportId; readonly now: Instant },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('data_export')
    .where('id', '=', exportId)
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'data')
    .where('expires_at', '>', toTimestamp(now))
    .select('content')
    .executeTakeFirst()
  return row?.content ?? null
}

/** Whether one is being written for the person. */
export async function hasUnwritten(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('data_export')
    .where('user_id', '=', userId)
    .where('kind', '=', 'data')
    .where('ready_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertExport(db: Db, userId: UserId, now: Instant): Promise<DataExportId> {
  const { id } = await db
    .insertInto('data_export')
    .values({ user_id: userId, asked_at: toTimestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of whom an unwritten one is, with how to reach that person. */
export function findOwner(db: Db, exportId: DataExportId) {
  return db
    .selectFrom('data_export')
    .innerJoin('users', 'users.id', 'data_export.user_id')
    .where('data_export.id', '=', exportId)
    .where('data_export.kind', '=', 'data')
    .where('data_export.ready_at', 'is', null)
    .select(['users.id', 'users.market_id', 'users.name', 'users.email', 'users.locale', 'users.time_zone'])
    .executeTakeFirst()
}

export async function saveContent(
  db: Db,
  exportId: DataExportId,
  {
    content,
    now,
    expiresAt,
  }: { readonly content: Buffer; readonly now: Instant; readonly expiresAt: Instant },
): Promise<void> {
  await db
    .updateTable('data_export')
    .set({
      content,
      size_bytes: content.byteLength,
      ready_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .where('id', '=', exportId)
    .execute()
}

export async function removeExpired(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('data_export').where('expires_at', '<=', toTimestamp(now)).execute()
}
