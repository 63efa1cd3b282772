import type { SessionId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

/** A browser's address for notifications, and the keys that encrypt them. */
export type Device = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** Whoever signed in on a device last owns it. */
export async function saveDevice(
  db: Db,
  scope: UserScope,
  {
    endpoint,
    p256dh,
    auth,
    sessionId,
    now,
  }: Device & { readonly sessionId: SessionId; readonly now: Instant },
): Promise<void> {
  const owned = { user_id: scope.userId, session_id: sessionId, p256dh, auth, created_at: toTimestamp(now) }
  await db
    .insertInto('push_subscription')
    .values({ ...owned, endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owned))
    .execute()
}

/** Removes all but the newest. */
export async function removeOldestDevices(db: Db, scope: UserScope, keptCount: number): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('id', 'in', (of) =>
      of
        .selectFrom('push_subscription')
        .where('user_id', '=', scope.userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(keptCount)
        .select('id'),
    )
    .execute()
}

/** Harmless where there is none, and where it is another's. */
export async function removeDevice(db: Db, scope: UserScope, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', scope.userId)
    .execute()
}

/** Those of a person that are still signed in. */
export function devicesOf(db: Db, userId: UserId, now: Instant): Promise<Device[]> {
  return db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.user_id', '=', userId)
    .where('session.expires_at', '>', toTimestamp(now))
    .select(['endpoint', 'p256dh', 'auth'])
    .execute()
}
