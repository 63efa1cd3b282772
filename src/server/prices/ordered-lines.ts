import type { VisitId } from '#domain/ids.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import type { Db } from '../db/client.ts'

/** What a single order agreed on, which its finished work costs; null for a visit that nobody ordered by itself. */
export async function orderedLines(db: Db, visitId: VisitId): Promise<readonly LineItem[] | null> {
  const row = await db
    .selectFrom('on_demand_order')
    .where('visit_id', '=', visitId)
    .select('price_lines')
    .executeTakeFirst()
  return row?.price_lines ?? null
}
