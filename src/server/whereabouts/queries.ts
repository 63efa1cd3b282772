/** Where crews are that share it. What ends a trip or a day takes the place with it. */
import { sql } from 'kysely'
import type { LatLng } from '#domain/geo.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'

const LEFT: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route', 'in_progress']

/** What the crew agreed to for this day; undefined where it did not. */
export function findSharing(db: Db, scope: CrewScope, date: LocalDate) {
  return db
    .selectFrom('crew_whereabouts')
    .where('crew_id', '=', scope.userId)
    .where('date', '=', date)
    .select(['visit_id', 'lat', 'lng', 'measured_at'])
    .executeTakeFirst()
}

/** A new day begins without what was known of another. */
export async function beginSharing(db: Db, scope: CrewScope, date: LocalDate, now: Instant): Promise<void> {
  await db
    .deleteFrom('crew_whereabouts')
    .where('crew_id', '=', scope.userId)
    .where('date', '<>', date)
    .execute()
  await db
    .insertInto('crew_whereabouts')
    .values({ crew_id: scope.userId, date, shared_since: toTimestamp(now) })
    .onConflict((conflict) => conflict.column('crew_id').doNothing())
    .execute()
}

export async function endSharing(db: Db, scope: CrewScope): Promise<void> {
  await db.deleteFrom('crew_whereabouts').where('crew_id', '=', scope.userId).execute()
}

export async function hasStopsLeft(db: Db, scope: CrewScope, date: LocalDate): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('crew_id', '=', scope.userId)
    .where('date', '=', date)
    .where('state', 'in', LEFT)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The visit that the crew drives to, and where that is. */
export function findTrip(db: Db, scope: CrewScope, date: LocalDate) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.crew_id', '=', scope.userId)
    .where('visit.date', '=', date)
    .where('visit.state', '=', 'en_route')
    .select(['visit.id', 'property.lat', 'property.lng'])
    .limit(1)
    .executeTakeFirst()
}

type NewPosition = {
  readonly visitId: VisitId
  readonly at: LatLng
  readonly measuredAt: Instant
  readonly driveSeconds: number | null
}

/** In the place of the one before, unless that is newer. */
export async function savePosition(
  db: Db,
  scope: CrewScope,
  date: LocalDate,
  { visitId, at, measuredAt, driveSeconds }: NewPosition,
): Promise<void> {
  await db
    .updateTable('crew_whereabouts')
    .set({
      visit_id: visitId,
      lat: at.lat,
      lng: at.lng,
      measured_at: toTimestamp(measuredAt),
      drive_seconds: driveSeconds,
    })
    .where('crew_id', '=', scope.userId)
    .where('date', '=', date)
    .where((the) =>
      the.or([the('measured_at', 'is', null), the('measured_at', '<', toTimestamp(measuredAt))]),
    )
    .execute()
}

/** The crews have arrived, or go there no more. */
export async function forgetPositions(db: Db, visitIds: readonly VisitId[]): Promise<void> {
  await db
    .updateTable('crew_whereabouts')
    .set({ visit_id: null, lat: null, lng: null, measured_at: null, drive_seconds: null })
    .where('visit_id', 'in', visitIds)
    .execute()
}

/** Consent ends with the last stop of its day. */
export async function endSharingWhereDone(db: Db, crewIds: readonly UserId[]): Promise<void> {
  if (crewIds.length === 0) return
  await db
    .deleteFrom('crew_whereabouts')
    .where('crew_id', 'in', crewIds)
    .where((the) =>
      the.not(
        the.exists(
          the
            .selectFrom('visit')
            .whereRef('visit.crew_id', '=', 'crew_whereabouts.crew_id')
            .whereRef('visit.date', '=', 'crew_whereabouts.date')
            .where('visit.state', 'in', LEFT)
            .select('visit.id'),
        ),
      ),
    )
    .execute()
}

export async function forgetDaysBefore(db: Db, marketId: string, today: LocalDate): Promise<void> {
  await db
    .deleteFrom('crew_whereabouts')
    .where('date', '<', today)
    .where('crew_id', 'in', (the) =>
      the.selectFrom('users').where('market_id', '=', marketId).select('users.id'),
    )
    .execute()
}

/** A visit with what its crew shares on its day. */
export function findVisitArrival(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .leftJoin('crew_whereabouts as shared', (join) =>
      join.onRef('shared.crew_id', '=', 'visit.crew_id').onRef('shared.date', '=', 'visit.date'),
    )
    .where('visit.id', '=', visitId)
    .select([
      'visit.id',
      'visit.state',
      'visit.date',
      'visit.customer_id',
      'visit.crew_id',
      'customer.market_id',
      'property.time_zone',
      'property.lat as place_lat',
      'property.lng as place_lng',
      'crew.name as crew_name',
      'crew.time_zone as crew_zone',
      'shared.shared_since',
      'shared.visit_id as trip_id',
      'shared.lat',
      'shared.lng',
      'shared.measured_at',
      'shared.drive_seconds',
    ])
    .executeTakeFirst()
}

/** In the sequence in which it is driven. */
export function listStopsOfDay(db: Db, crewId: UserId, date: LocalDate) {
  return db
    .selectFrom('visit')
    .where('crew_id', '=', crewId)
    .where('date', '=', date)
    .where('state', 'not in', ['cancelled', 'skipped'])
    .orderBy(sql`position = 0`)
    .orderBy('position')
    .orderBy('starts_at')
    .orderBy('id')
    .limit(200)
    .select(['id', 'state'])
    .execute()
}

/** More at once than anybody would tell apart on a map. */
const MOST_CREWS = 500

export function listCrewsUnderWay(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('crew_whereabouts as shared')
    .innerJoin('users as crew', 'crew.id', 'shared.crew_id')
    .innerJoin('visit', 'visit.id', 'shared.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('crew.market_id', '=', scope.marketId)
    .where('visit.state', '=', 'en_route')
    .whereRef('visit.crew_id', '=', 'shared.crew_id')
    .orderBy('crew.name')
    .orderBy('crew.id')
    .limit(MOST_CREWS)
    .select([
      'crew.id as crew_id',
      'crew.name',
      'crew.time_zone as crew_zone',
      'visit.id as visit_id',
      'property.name as property_name',
      'property.time_zone',
      'shared.date',
      'shared.lat',
      'shared.lng',
      'shared.measured_at',
      'shared.drive_seconds',
    ])
    .execute()
}
