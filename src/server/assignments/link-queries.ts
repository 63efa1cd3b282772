/** The one-time links of crews to their assignments. */
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

export const PURPOSE = 'my_assignments'

/** A phone is asked for at most so often; more would cost us and annoy its owner. */
const LINKS_A_DAY = 5

const WAIT_MS = MINUTE_MS

/** Locked, so that many requests at once send one message. */
export function lockUser(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .select(['phone', 'locale', 'time_zone', 'market_id'])
    .executeTakeFirstOrThrow()
}

export async function isAskedTooOften(db: Db, userId: UserId, now: Instant): Promise<boolean> {
  const rows = await db
    .selectFrom('one_time_token')
    .where('user_id', '=', userId)
    .where('purpose', '=', PURPOSE)
    .where('created_at', '>', toTimestamp(instant(now - DAY_MS)))
    .select('created_at')
    .execute()
  return rows.length >= LINKS_A_DAY || rows.some((row) => row.created_at > now - WAIT_MS)
}

/** Of two crews with one phone the older account. */
export async function findCrewByPhone(db: Db, phone: string): Promise<UserId | undefined> {
  const crew = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('type', '=', 'Crew')
    .orderBy('created_at')
    .select('id')
    .executeTakeFirst()
  return crew?.id
}

/** Undefined for crews of other markets. */
export function findCrewPhone(db: Db, scope: OperatorScope, crewId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', crewId)
    .where('market_id', '=', scope.marketId)
    .where('type', '=', 'Crew')
    .select('phone')
    .executeTakeFirst()
}

/** Undefined for a link that is unknown or too old. */
export async function findTokenOwner(db: Db, hash: Buffer, now: Instant): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('one_time_token')
    .where('token_hash', '=', hash)
    .where('purpose', '=', PURPOSE)
    .where('expires_at', '>', toTimestamp(now))
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export async function insertToken(
  db: Db,
  userId: UserId,
  { hash, expiresAt, now }: { hash: Buffer; expiresAt: Instant; now: Instant },
): Promise<void> {
  await db
    .insertInto('one_time_token')
    .values({
      token_hash: hash,
      user_id: userId,
      purpose: PURPOSE,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
}

export async function deleteTokens(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('one_time_token').where('user_id', '=', userId).where('purpose', '=', PURPOSE).execute()
}
