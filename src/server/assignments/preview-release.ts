/** The coming visits that a crew would release, with what each pays and whether it counts as late. */
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import type { VisitId } from '#domain/ids.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import { addDays, type Instant } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { freeReleaseUntil } from '#domain/visits/late-release.ts'
import { timedVisits } from '../crews/days-off-queries.ts'
import { afterLateReleases, readReliability } from '../crews/queries.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findTakenAt } from '../visits/fact-queries.ts'
import { priceCrewVisits } from '../work/price-crew-visits.ts'
import { type CrewVisitRow, listCrewVisits } from '../work/queries.ts'
import { RELEASABLE } from './visit-queries.ts'

/** More than any crew has in the four weeks that are planned. */
const VISITS_READ = 2_000
const NOT_BEGUN: readonly VisitState[] = ['scheduled', 'confirmed']

/** Whether the visit that the crew has set out for goes as well: it says so itself. */
export type WithTrip = { readonly isTripReleased?: boolean | undefined }

export async function visitsOnDaysOff(
  db: Db,
  scope: CrewScope,
  days: DaysOff & WithTrip,
  now: Instant,
): Promise<VisitId[]> {
  const states = days.isTripReleased ? RELEASABLE : NOT_BEGUN
  return (await rowsOnDaysOff(db, scope, days, { now, states })).map((row) => row.id)
}

/** What the crew has set out for. */
export function tripsOnDaysOff(
  db: Db,
  scope: CrewScope,
  days: DaysOff,
  now: Instant,
): Promise<CrewVisitRow[]> {
  return rowsOnDaysOff(db, scope, days, { now, states: ['en_route'] })
}

async function rowsOnDaysOff(
  db: Db,
  scope: CrewScope,
  days: DaysOff,
  { now, states }: { readonly now: Instant; readonly states: readonly VisitState[] },
): Promise<CrewVisitRow[]> {
  const rows = await listCrewVisits(
    db,
    scope,
    { from: addDays(days.from, -1), to: addDays(days.to, 1), states },
    { sort: 'oldest', limit: VISITS_READ },
  )
  const coming = rows.filter((row) => row.ends_at > now)
  const timed = await timedVisits(
    db,
    coming.map((row) => row.id),
  )
  const off = new Set(timed.filter((visit) => isOff(visit, [days])).map((visit) => visit.id))
  return coming.filter((row) => off.has(row.id))
}

/** What releasing these visits would mean, shown before it is done. */
export async function costOfRelease(db: Db, scope: CrewScope, visitIds: readonly VisitId[], now: Instant) {
  const rows = await rowsOf(db, scope, visitIds)
  const pays = await priceCrewVisits(db, scope, rows)
  const settings = await settingsAt(db, scope.marketId, now)
  const taken = await findTakenAt(db, visitIds)
  const visits = rows.map((row, index) => {
    const assigned = { startsAt: row.starts_at, state: row.state, takenAt: taken.get(row.id) ?? null }
    const freeUntil = freeReleaseUntil(assigned, settings)
    return {
      visitId: row.id,
      date: row.date,
      propertyName: row.property_name,
      serviceKey: row.service_key,
      payCents: pays[index]!,
      isLate: now > freeUntil,
      freeUntil,
      timeZone: row.time_zone,
    }
  })
  const lateCount = visits.filter((visit) => visit.isLate).length
  const reliability = (await readReliability(db, [scope.userId], now)).get(scope.userId)!
  return {
    visits,
    lostPayCents: addCents(...visits.map((visit) => visit.payCents ?? ZERO_CENTS)),
    lateCount,
    noticeHours: settings.releaseNoticeHours,
    reliability: reliability.share,
    reliabilityAfter: afterLateReleases(reliability, lateCount).share,
  }
}

async function rowsOf(db: Db, scope: CrewScope, visitIds: readonly VisitId[]): Promise<CrewVisitRow[]> {
  const wanted = new Set<string>(visitIds)
  const states = RELEASABLE
  const rows = await listCrewVisits(db, scope, { states }, { sort: 'oldest', limit: VISITS_READ })
  return rows.filter((row) => wanted.has(row.id))
}
