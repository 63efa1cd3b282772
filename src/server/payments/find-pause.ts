import type { UserId } from '#domain/ids.ts'
import { settingsIn } from '#domain/settings/book.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { hasInvoiceDueBefore } from '../invoices/invoice-queries.ts'
import { marketZone } from '../market-zone.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'
import { hasServiceStopped, listFailing, readPayer } from './payment-queries.ts'

/**
 * True while a payment stands whose every retry has failed, one was written off and the service
 * with it, or an invoice is long overdue.
 */
export async function isPausedByDunning(db: Db, customerId: UserId, now: Instant): Promise<boolean> {
  const rows = await listFailing(db, customerId)
  const timeline = await settingsTimelineOfUser(db, customerId)
  const isDeclined = rows.some(
    ({ failed_retries: retries, first_failed_at: since }) =>
      since !== null && retries > settingsIn(timeline, since).dunningRetryDays.length,
  )
  if (isDeclined || (await hasServiceStopped(db, customerId))) return true
  const { market_id: marketId } = await readPayer(db, customerId)
  const today = dateAt(now, await marketZone(db, { marketId }))
  const { invoicePauseDays } = settingsIn(timeline, now)
  return hasInvoiceDueBefore(db, customerId, addDays(today, -invoicePauseDays))
}
