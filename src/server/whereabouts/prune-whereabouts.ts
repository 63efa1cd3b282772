import { dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { forgetDaysBefore } from './queries.ts'

/** Of days that are over on the market's clock nothing is left. */
export async function pruneWhereabouts(db: Db, marketId: string, now: Instant): Promise<void> {
  await forgetDaysBefore(db, marketId, dateAt(now, await marketZone(db, { marketId })))
}
