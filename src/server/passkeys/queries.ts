import { sql } from 'kysely'
import type { PasskeyId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type Purpose = 'add' | 'sign_in' | 'confirm'

export type Challenge = {
  readonly challengeHash: Buffer
  readonly purpose: Purpose
  readonly askerHash: Buffer
}

export async function insertChallenge(
  db: Db,
  { challengeHash, purpose, askerHash, expiresAt }: Challenge & { readonly expiresAt: Instant },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: challengeHash,
      purpose,
      asker_hash: askerHash,
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
}

/** Whoever is first has it; whoever comes from elsewhere, for something else or too late finds none. */
export async function takeChallenge(
  db: Db,
  { challengeHash, purpose, askerHash }: Challenge,
  now: Instant,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('asker_hash', '=', askerHash)
    .where('expires_at', '>', toTimestamp(now))
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOldChallenges(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', toTimestamp(now)).execute()
}

/** As many as an account has: their number is limited. */
export function listPasskeys(db: Db, userId: UserId) {
  return db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['id', 'credential_id', 'transports', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .execute()
}

/** Whose it is, and by what its signatures are checked. */
export function findPasskey(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkey')
    .where('credential_id', '=', credentialId)
    .select(['id', 'user_id', 'public_key', 'sign_count', 'transports'])
    .executeTakeFirst()
}

export type NewPasskey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly isSynced: boolean
}

export async function insertPasskey(
  db: Db,
  passkey: NewPasskey & { readonly userId: UserId; readonly name: string; readonly now: Instant },
): Promise<PasskeyId> {
  const { id } = await db
    .insertInto('passkey')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      is_synced: passkey.isSynced,
      name: passkey.name,
      created_at: toTimestamp(passkey.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where the count has not gone on: what says so was copied. Of two at the same moment one is. */
export async function countUse(
  db: Db,
  passkeyId: PasskeyId,
  used: { readonly signCount: number; readonly isSynced: boolean; readonly now: Instant },
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ sign_count: used.signCount, is_synced: used.isSynced, last_used_at: toTimestamp(used.now) })
    .where('id', '=', passkeyId)
    .where(sql<boolean>`(sign_count < ${used.signCount} or (sign_count = 0 and ${used.signCount} = 0))`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where it is nobody's, or another's. */
export async function renameOwn(
  db: Db,
  userId: UserId,
  { passkeyId, name }: { readonly passkeyId: PasskeyId; readonly name: string },
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its name; undefined where it is nobody's, or another's. */
export async function deleteOwn(db: Db, userId: UserId, passkeyId: PasskeyId): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Every one of an account; answers how many there were. */
export async function deleteAllOf(db: Db, userId: UserId): Promise<number> {
  const rows = await db.deleteFrom('passkey').where('user_id', '=', userId).returning('id').execute()
  return rows.length
}

/** Whom a message about the account speaks to, and where it reaches nobody but its holder. */
export function findHolder(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', 'locale', 'email', 'holds_email', 'phone', 'holds_phone', 'time_zone'])
    .executeTakeFirstOrThrow()
}
