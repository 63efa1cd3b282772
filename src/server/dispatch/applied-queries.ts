/** Which plan of these days can still be undone. */
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OfMarket, Span } from './queries.ts'

export async function findApplied(db: Db, { marketId }: OfMarket, { from, to }: Span, now: Instant) {
  const row = await db
    .selectFrom('dispatch_plan')
    .where('market_id', '=', marketId)
    .where('state', '=', 'applied')
    .where('undo_until', '>', toTimestamp(now))
    .where('from_date', '<=', to)
    .where('to_date', '>=', from)
    .orderBy('applied_at', 'desc')
    .limit(1)
    .select(['id', 'undo_until'])
    .executeTakeFirst()
  return row === undefined ? null : { planId: row.id, undoUntil: row.undo_until! }
}
