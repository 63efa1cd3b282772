import { sql } from 'kysely'
import type { SessionId, ShareId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserType } from '../scope.ts'

/** Of these sessions those that go on, with how each stands. */
export async function findLiveSessions(
  db: Db,
  sessionIds: readonly SessionId[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .leftJoin('share', (join) =>
      join.onRef('share.id', '=', 'session.share_id').on('share.ended_at', 'is', null),
    )
    .where(sql<boolean>`session.id = any(${[...new Set(sessionIds)]}::uuid[])`)
    .where('session.expires_at', '>', toTimestamp(now))
    .select(['session.id', 'users.type', 'share.id as share_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, standingOf(row.type, row.share_id)]))
}

/** Who it is, and on whose places it works: a stream that began as something else ends. */
export function standingOf(type: UserType, shareId: ShareId | null): string {
  return `${type} ${shareId ?? ''}`
}
