/** Approved extra work joins the price of its visit. */
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { withExtraWork } from '#domain/pricing/extra-work.ts'
import type { LineItem } from '#domain/pricing/lines.ts'
import { taxOf } from '#domain/pricing/sales-tax.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { settingsTimelineOfUser } from '../settings/read-settings.ts'
import { exemptionOn, exemptionsAt } from './exemption-queries.ts'
import { findApprovedWork } from './queries.ts'

/** Where a visit is completed the caller has locked it, so that no answer comes between. */
export async function addApprovedWork(
  db: Db,
  visit: {
    readonly id: VisitId
    readonly customer_id: UserId
    readonly date: LocalDate
    readonly time_zone: string
    readonly property_id: PropertyId
    readonly service_key: string
  },
  lines: readonly LineItem[],
): Promise<LineItem[]> {
  const rows = await findApprovedWork(db, visit.id)
  if (rows.length === 0) return [...lines]
  const settings = await settingsTimelineOfUser(db, visit.customer_id)
  const extras = rows.map((row) => ({ note: row.note, amountCents: cents(row.amount_cents) }))
  const exemptions = await exemptionsAt(db, [visit.property_id])
  const exemption = exemptionOn(exemptions, visit.property_id, visit.date)
  const held = settingsOn(settings, visit.date, visit.time_zone)
  return withExtraWork(lines, extras, taxOf(held, visit.service_key, exemption))
}
