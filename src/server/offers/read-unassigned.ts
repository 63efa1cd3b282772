import { waveCount } from '#domain/offers/waves.ts'
import { addDays, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { readOfferedVisits } from './visit-queries.ts'
import { findUnassigned } from './wave-queries.ts'

const LISTED_AT_MOST = 100

/** Visits of this and the next week that nobody has, those that a person must see to first. */
export async function readUnassigned(db: Db, scope: OperatorScope, now: Instant) {
  const today = dateAt(now, scope.timeZone)
  const rows = await findUnassigned(db, scope, {
    from: addDays(today, -1),
    until: addDays(mondayOf(today), 13),
    now,
    limit: LISTED_AT_MOST,
  })
  const settings = await settingsAt(db, scope.marketId, now)
  const visits = new Map(
    (
      await readOfferedVisits(
        db,
        rows.map((row) => row.id),
      )
    ).map((visit) => [visit.id, visit]),
  )
  return {
    totalCount: rows[0]?.total ?? 0,
    visits: rows.map((row) => {
      const visit = visits.get(row.id)!
      return {
        visitId: row.id,
        propertyName: visit.propertyName,
        neighbourhood: visit.neighbourhood,
        ...visit.place,
        serviceKey: visit.serviceKey,
        date: visit.date,
        startsAt: visit.startsAt,
        endsAt: visit.endsAt,
        timeZone: visit.zone,
        waveCount: waveCount(settings),
        wavesDone: row.waves_done ?? 0,
        isStanding: row.is_standing ?? false,
        needsOperator: row.operator_notified_at !== null,
        openOfferCount: row.open_offers,
        declinedCount: row.declined_offers,
      }
    }),
  }
}
