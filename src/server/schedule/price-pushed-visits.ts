/** What the visits of a pushed day are worth: to their customers, and to crews that stood by. */
import type { Cents } from '#domain/money.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { standbyPay } from '#domain/schedule/pushed-day.ts'
import { settingsIn, settingsOn } from '#domain/settings/book.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisits } from '../prices/price-visits.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import type { PushedVisit } from './pushed-visit-queries.ts'

export type PricedPush = { readonly totalCents: Cents | null; readonly standbyCents: Cents | null }

/** In the order of the visits: what each would cost its customer, and what its crew is owed for standing by. */
export async function pricePushedVisits(
  db: Db,
  marketId: string,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<PricedPush[]> {
  const settings = await settingsTimeline(db, marketId)
  const priced = visits.map((visit) => ({
    propertyId: visit.property_id,
    groupId: visit.group_id,
    zone: visit.time_zone,
    serviceKey: visit.service_key,
    quantity: visit.quantity,
    date: visit.date,
  }))
  const lines = await linesOfVisits(db, priced, { settings })
  return visits.map((visit, index) => {
    const own = lines[index] ?? null
    const crewPayCents =
      own === null ? null : crewPayFor(own, settingsOn(settings, visit.date, visit.time_zone))
    const asked = {
      state: visit.state,
      hasCrew: visit.crew_id !== null,
      startsAt: visit.starts_at,
      crewPayCents,
    }
    return {
      totalCents: own === null ? null : customerTotalOf(own),
      standbyCents: standbyPay(asked, now, settingsIn(settings, now)),
    }
  })
}
