import type { SessionId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { SCOPE_COLUMNS } from '../scope.ts'

export function findSession(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where('session.token_hash', '=', tokenHash)
    .select([
      'session.id',
      'session.expires_at',
      'session.last_seen_at',
      'session.authenticated_at',
      'users.staff_role',
      ...SCOPE_COLUMNS,
    ])
    .executeTakeFirst()
}

export async function touchSession(db: Db, sessionId: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: toTimestamp(now) })
    .where('id', '=', sessionId)
    .execute()
}

export async function insertSession(
  db: Db,
  session: {
    readonly tokenHash: Buffer
    readonly userId: UserId
    readonly userAgent: string
    readonly now: Instant
    readonly expiresAt: Instant
  },
): Promise<void> {
  const now = toTimestamp(session.now)
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      user_agent: session.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      authenticated_at: now,
      expires_at: toTimestamp(session.expiresAt),
    })
    .execute()
}
