import type { UserId } from '#domain/ids.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import type { Db } from '../db/client.ts'

/** True while a payment stands whose every retry has failed. */
export async function isPausedByDunning(db: Db, customerId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['declined', 'charging'])
    .where('failed_retries', '>', DEFAULT_SETTINGS.dunningRetryDays.length)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
