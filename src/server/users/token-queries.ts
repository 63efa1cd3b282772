import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type TokenPurpose = 'reset_password' | 'sign_in' | 'change_email'

export function consumeToken(db: Db, tokenHash: Buffer, purposes: readonly TokenPurpose[]) {
  return db
    .deleteFrom('one_time_token')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .returning(['purpose', 'user_id', 'expires_at', 'goes_to'])
    .executeTakeFirst()
}

/** A newer token ends the older ones of its purpose. */
export async function replaceToken(
  db: Db,
  token: {
    readonly tokenHash: Buffer
    readonly userId: UserId
    readonly purpose: TokenPurpose
    readonly goesTo: string | null
    readonly now: Instant
    readonly expiresAt: Instant
  },
): Promise<void> {
  await db
    .deleteFrom('one_time_token')
    .where('user_id', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .execute()
  await db
    .insertInto('one_time_token')
    .values({
      token_hash: token.tokenHash,
      user_id: token.userId,
      purpose: token.purpose,
      goes_to: token.goesTo,
      created_at: toTimestamp(token.now),
      expires_at: toTimestamp(token.expiresAt),
    })
    .execute()
}

/** Reads the token without using it up. */
export function findResetOwner(db: Db, tokenHash: Buffer, now: Instant) {
  return db
    .selectFrom('one_time_token')
    .innerJoin('users', 'users.id', 'one_time_token.user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'reset_password')
    .where('expires_at', '>', toTimestamp(now))
    .select(['name', 'email', 'type', 'password_hash'])
    .executeTakeFirst()
}

/** Every link that signs in or changes the password; links to the bill stay good. */
export async function removeSignInTokens(db: Db, userId: UserId): Promise<void> {
  await db
    .deleteFrom('one_time_token')
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'update_billing')
    .execute()
}
