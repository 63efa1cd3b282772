import type { UserId } from '#domain/ids.ts'
import { settingsIn } from '#domain/settings/book.ts'
import type { Db } from '../db/client.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'
import { hasServiceStopped, listFailing } from './payment-queries.ts'

/** True while a payment stands whose every retry has failed, or one was written off and the service with it. */
export async function isPausedByDunning(db: Db, customerId: UserId): Promise<boolean> {
  const rows = await listFailing(db, customerId)
  const timeline = await settingsTimelineOfUser(db, customerId)
  const isFailing = rows.some(
    ({ failed_retries: retries, first_failed_at: since }) =>
      since !== null && retries > settingsIn(timeline, since).dunningRetryDays.length,
  )
  return isFailing || hasServiceStopped(db, customerId)
}
