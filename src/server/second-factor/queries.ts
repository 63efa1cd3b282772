import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export function findSecondFactor(db: Db, userId: UserId) {
  return db
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .select(['secret_sealed', 'pending_sealed', 'last_step'])
    .executeTakeFirst()
}

export async function countOfSecondFactor(db: Db, userId: UserId) {
  const { rows } = await sql<{ passkeys: number; has_app: boolean; codes: number }>`
    select (select count(*)::int from passkey where user_id = ${userId}) as passkeys,
      exists (select from second_factor where user_id = ${userId} and secret_sealed is not null) as has_app,
      (select count(*)::int from recovery_code where user_id = ${userId} and used_at is null) as codes
  `.execute(db)
  return rows[0]!
}

export async function savePending(db: Db, userId: UserId, sealed: Buffer): Promise<void> {
  await db
    .insertInto('second_factor')
    .values({ user_id: userId, pending_sealed: sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_sealed: sealed }))
    .execute()
}

/** What waited counts from now on, from this span of its codes. */
export async function saveConfirmed(
  db: Db,
  userId: UserId,
  { sealed, step, now }: { readonly sealed: Buffer; readonly step: number; readonly now: Instant },
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ secret_sealed: sealed, pending_sealed: null, last_step: step, confirmed_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .execute()
}

/** False where this code, or a newer one, was used before: of two at the same moment one is first. */
export async function useStep(db: Db, userId: UserId, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(db: Db, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await db.insertInto('recovery_code').values(rows).execute()
}

export async function useRecoveryCode(
  db: Db,
  userId: UserId,
  { hash, now }: { readonly hash: Buffer; readonly now: Instant },
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** All of it: the app, the codes for when it is lost, and the passkeys. */
export async function removeSecondFactor(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
