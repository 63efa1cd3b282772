import { type Cents, cents } from '#domain/money.ts'
import { withRaise } from '#domain/pricing/raise.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { readRateCard } from '../prices/queries.ts'
import type { CrewScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import type { CrewVisitRow } from './queries.ts'

/** Frozen pay where there is one, else by the prices in force on the visit's day; null where there is no price. */
export async function priceCrewVisits(
  db: Db,
  scope: CrewScope,
  rows: readonly CrewVisitRow[],
): Promise<(Cents | null)[]> {
  const open = rows.filter((row) => row.crew_pay_cents === null)
  if (open.length === 0) return rows.map((row) => cents(row.crew_pay_cents!))
  const [rateCard, settings] = await Promise.all([
    readRateCard(db, {
      propertyIds: open.map((row) => row.property_id),
      groupIds: open.map((row) => row.group_id),
    }),
    settingsTimeline(db, scope.marketId),
  ])
  return rows.map((row) => {
    if (row.crew_pay_cents !== null) return cents(row.crew_pay_cents)
    const lines = linesOfVisit(
      rateCard,
      {
        propertyId: row.property_id,
        groupId: row.group_id,
        zone: row.time_zone,
        serviceKey: row.service_key,
        quantity: row.quantity,
        date: row.date,
      },
      settings,
    )
    return lines === null
      ? null
      : crewPayFor(
          withRaise(lines, cents(row.offer_raise_cents)),
          settingsOn(settings, row.date, row.time_zone),
        )
  })
}
