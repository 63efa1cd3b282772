/** Which devices of a person are notified. A subscription lives as long as the session that made it. */
import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import type { UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'

const DEVICES_PER_PERSON = 10

type Subscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A device belongs to whoever signed in on it last; of too many the oldest are forgotten. */
export async function saveSubscription(
  app: App,
  { sessionId, scope }: Session,
  { endpoint, keys }: Subscription,
): Promise<void> {
  const mine = { user_id: scope.userId, session_id: sessionId, p256dh: keys.p256dh, auth: keys.auth }
  const now = toTimestamp(app.ports.clock.now())
  await inTransaction(app.db, async (trx) => {
    await trx
      .insertInto('push_subscription')
      .values({ ...mine, endpoint, created_at: now })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...mine, created_at: now }))
      .execute()
    await trx
      .deleteFrom('push_subscription')
      .where('id', 'in', (of) =>
        of
          .selectFrom('push_subscription')
          .where('user_id', '=', scope.userId)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .offset(DEVICES_PER_PERSON)
          .select('id'),
      )
      .execute()
  })
}

/** Harmless where there is none, and where it is another's. */
export async function removeSubscription(app: App, scope: UserScope, endpoint: string): Promise<void> {
  await app.db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', scope.userId)
    .execute()
}

type Notification = {
  /** The same key notifies each device once. */
  readonly key: string
  readonly title: string
  readonly text: string
  /** A path of ours that opens on a tap. */
  readonly url: string
}

/** Notifies every device of a person that is still signed in, from inside the caller's transaction. */
export async function notifyDevices(
  trx: Db,
  userId: UserId,
  { key, title, text, url }: Notification,
  { now }: { now: Instant },
): Promise<void> {
  const devices = await trx
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.user_id', '=', userId)
    .where('session.expires_at', '>', toTimestamp(now))
    .select(['endpoint', 'p256dh', 'auth'])
    .execute()
  for (const { endpoint, p256dh, auth } of devices) {
    const device = createHash('sha256').update(endpoint).digest('base64url').slice(0, 12)
    const subscription = JSON.stringify({ endpoint, keys: { p256dh, auth } })
    await enqueue(
      trx,
      'send_push',
      { key: `${key}:${device}`, subscription, title, text, url, userId },
      { now },
    )
  }
}
