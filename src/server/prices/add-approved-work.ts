/** Approved extra work joins the price of its visit. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { withExtraWork } from '#domain/pricing/extra-work.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'
import { findApprovedWork } from './queries.ts'

/** Where a visit is completed the caller has locked it, so that no answer comes between. */
export async function addApprovedWork(
  db: Db,
  visit: {
    readonly id: VisitId
    readonly customer_id: UserId
    readonly date: LocalDate
    readonly time_zone: string
  },
  lines: readonly LineItem[],
): Promise<LineItem[]> {
  const rows = await findApprovedWork(db, visit.id)
  if (rows.length === 0) return [...lines]
  const settings = await settingsTimelineOfUser(db, visit.customer_id)
  const extras = rows.map((row) => ({ note: row.note, amountCents: cents(row.amount_cents) }))
  return withExtraWork(lines, extras, settingsOn(settings, visit.date, visit.time_zone))
}
