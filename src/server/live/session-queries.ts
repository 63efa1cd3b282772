import { sql } from 'kysely'
import type { SessionId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** Of these sessions those that go on, with the type of their user. */
export async function findLiveSessions(
  db: Db,
  sessionIds: readonly SessionId[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .where(sql<boolean>`session.id = any(${[...new Set(sessionIds)]}::uuid[])`)
    .where('session.expires_at', '>', toTimestamp(now))
    .select(['session.id', 'users.type'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.type]))
}
