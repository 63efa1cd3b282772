/** Which devices of a person are notified. A subscription lives as long as the session that made it. */
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { removeOldestDevices, saveDevice } from './queries.ts'

const DEVICES_PER_PERSON = 10

type Subscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** Of too many devices the oldest are forgotten. */
export async function subscribe(
  app: App,
  { sessionId, scope }: Session,
  { endpoint, keys }: Subscription,
): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    await saveDevice(trx, scope, { endpoint, ...keys, sessionId, now })
    await removeOldestDevices(trx, scope, DEVICES_PER_PERSON)
  })
}
