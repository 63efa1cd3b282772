import type { SessionId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

export function listSessions(db: Db, scope: UserScope) {
  return db
    .selectFrom('session')
    .where('user_id', '=', scope.userId)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .execute()
}

export async function removeSessions(db: Db, userId: UserId, except: SessionId | null): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .execute()
}

/** False where it is not the person's own session. */
export async function removeSession(db: Db, userId: UserId, sessionId: SessionId): Promise<boolean> {
  const removed = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** The password was just typed again. */
export async function markAuthenticated(db: Db, sessionId: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('session')
    .set({ authenticated_at: toTimestamp(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** It was just given, or something that counts for both. */
export async function markSecondFactor(db: Db, sessionId: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('session')
    .set({ second_factor_at: toTimestamp(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** Whether its owner left: nobody is there any more. */
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
