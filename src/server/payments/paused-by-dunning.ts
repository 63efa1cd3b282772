import type { UserId } from '#domain/ids.ts'
import { settingsIn } from '#domain/settings/book.ts'
import type { Db } from '../db/client.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'

/** True while a payment stands whose every retry has failed. */
export async function isPausedByDunning(db: Db, customerId: UserId): Promise<boolean> {
  const rows = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['declined', 'charging'])
    .where('first_failed_at', 'is not', null)
    .select(['failed_retries', 'first_failed_at'])
    .execute()
  const timeline = await settingsTimelineOfUser(db, customerId)
  return rows.some(
    ({ failed_retries: retries, first_failed_at: since }) =>
      since !== null && retries > settingsIn(timeline, since).dunningRetryDays.length,
  )
}
