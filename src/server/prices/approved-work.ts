/** Approved extra work joins the price of its visit. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { withExtraWork } from '#domain/pricing/extra-work.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { settingsTimeline } from '../settings/settings-at.ts'

/** Where a visit is completed the caller has locked it, so that no answer comes between. */
export async function withApprovedWork(
  db: Db,
  visit: {
    readonly id: VisitId
    readonly customer_id: UserId
    readonly date: LocalDate
    readonly time_zone: string
  },
  lines: readonly LineItem[],
): Promise<LineItem[]> {
  const rows = await db
    .selectFrom('extra_work')
    .where('visit_id', '=', visit.id)
    .where('state', '=', 'approved')
    .orderBy('proposed_at')
    .orderBy('id')
    .select(['words', 'amount_cents'])
    .execute()
  if (rows.length === 0) return [...lines]
  const customer = await db
    .selectFrom('users')
    .where('id', '=', visit.customer_id)
    .select('market_id')
    .executeTakeFirstOrThrow()
  const settings = await settingsTimeline(db, customer.market_id)
  const extras = rows.map((row) => ({ words: row.words, amountCents: cents(row.amount_cents) }))
  return withExtraWork(lines, extras, settingsOn(settings, visit.date, visit.time_zone))
}
