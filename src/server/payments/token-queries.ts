/** The link by which a customer replaces a declined card without signing in: random, stored hashed, used once. */
import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** As long as the retries of a declined card run, and a week more. */
const LIFE_MS = 14 * DAY_MS

/** A newer link does not end an older one: the customer may open either mail. */
export async function mintUpdateBillingToken(db: Db, userId: UserId, now: Instant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('one_time_token')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose: 'update_billing',
      created_at: toTimestamp(now),
      expires_at: toTimestamp(instant(now + LIFE_MS)),
    })
    .execute()
  return token
}

/** Whose link it is; null where it is unknown, used or too old. Uses nothing up. */
export async function readUpdateBillingToken(db: Db, token: string, now: Instant): Promise<UserId | null> {
  const row = await db
    .selectFrom('one_time_token')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'update_billing')
    .where('expires_at', '>', toTimestamp(now))
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses the link up; of many at once one gets the user, the others null. */
export async function consumeUpdateBillingToken(db: Db, token: string, now: Instant): Promise<UserId | null> {
  const row = await db
    .deleteFrom('one_time_token')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'update_billing')
    .where('expires_at', '>', toTimestamp(now))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
