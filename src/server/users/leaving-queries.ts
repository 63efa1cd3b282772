/** What signing in means for an account whose owner asked to leave. */
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** Nobody is there any more. */
export async function isClosed(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('account_closing')
    .where('user_id', '=', userId)
    .where('closed_at', 'is not', null)
    .select('user_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whoever signs in within the days of grace stays. Harmless for everybody else. */
export async function takeBackLeaving(db: Db, userId: UserId, now: Instant): Promise<void> {
  await db
    .updateTable('account_closing')
    .set({ taken_back_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}
