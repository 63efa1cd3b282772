/** Customers hear of a certificate that expires within 30 days, once, unless a later one is there. */
import { inEachLanguage } from '#domain/language.ts'
import { REMIND_DAYS_BEFORE } from '#domain/tax/exemption.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { notifyAll } from '../notices/notify.ts'
import { takeExpiring } from './exemption-queries.ts'
import { salesTaxTexts } from './texts.ts'

/** One batch; answers how many were notified of. */
export async function remindOfExemptions(
  db: Db,
  { marketId, now, limit }: { marketId: string; now: Instant; limit: number },
): Promise<number> {
  const today = dateAt(now, await marketZone(db, { marketId }))
  const until = addDays(today, REMIND_DAYS_BEFORE)
  const expiring = await takeExpiring(db, { marketId, from: today, to: until, at: now, limit })
  await notifyAll(
    db,
    expiring.map((row) => ({
      to: row.customer_id,
      event: 'payment',
      key: `tax-exemption:${row.id}:expires`,
      texts: inEachLanguage((language) => salesTaxTexts[language].expires(row.number, row.expires_on)),
      url: '/billing',
      now,
    })),
  )
  return expiring.length
}
