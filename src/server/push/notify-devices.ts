import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { devicesOf } from './queries.ts'

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
  for (const { endpoint, p256dh, auth } of await devicesOf(trx, userId, now)) {
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
