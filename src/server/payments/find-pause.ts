import type { UserId } from '#domain/ids.ts'
import { settingsIn } from '#domain/settings/book.ts'
import type { Db } from '../db/client.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'
import { listFailing } from './payment-queries.ts'

/** True while a payment stands whose every retry has failed. */
export async function isPausedByDunning(db: Db, customerId: UserId): Promise<boolean> {
  const rows = await listFailing(db, customerId)
  const timeline = await settingsTimelineOfUser(db, customerId)
  return rows.some(
    ({ failed_retries: retries, first_failed_at: since }) =>
      since !== null && retries > settingsIn(timeline, since).dunningRetryDays.length,
  )
}
