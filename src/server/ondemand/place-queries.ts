/** Where work can be ordered, and what: markets, the customer's own places, services and the crews around. */
import { sql } from 'kysely'
import { distanceFeet, FEET_PER_DEGREE, type LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** Those that are done only once come first. */
export async function orderableServices(db: Db, offered: readonly string[] | null): Promise<string[]> {
  const rows = await db
    .selectFrom('service')
    .where('is_active', '=', true)
    .where('is_on_demand', '=', true)
    .$if(offered !== null, (query) => query.where(sql<boolean>`key = any(${offered}::text[])`))
    .orderBy('is_weekly')
    .orderBy('sort')
    .orderBy('key')
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Near enough to say whether anybody comes. */
export async function servicesOfCrewsAround(
  db: Db,
  { place, marketId, now }: { place: LatLng; marketId: string; now: Instant },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(able_services(crew_profile.services)) as key
    from crew_profile join users on users.id = crew_profile.user_id
    where users.market_id = ${marketId} and users.lat is not null
      and (users.frozen_until is null or users.frozen_until <= ${toTimestamp(now)})
      and ${FEET_PER_DEGREE} * sqrt(power(users.lat - ${place.lat}, 2)
        + power((users.lng - ${place.lng}) * cos(radians(${place.lat})), 2)) <= crew_profile.range_feet
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Two doors to one house are one place. */
const SAME_PLACE_FEET = 100

export async function propertyNear(
  db: Db,
  scope: CustomerScope,
  place: { lat: number; lng: number; address: string },
): Promise<PropertyId | null> {
  const rows = await db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .where('lat', '>', place.lat - 0.001)
    .where('lat', '<', place.lat + 0.001)
    .where('lng', '>', place.lng - 0.001)
    .where('lng', '<', place.lng + 0.001)
    .orderBy('id')
    .select(['id', 'lat', 'lng'])
    .execute()
  const near = rows.find((row) => distanceFeet(row, place) <= SAME_PLACE_FEET)
  return near?.id ?? null
}

/** One of the customer's own, not removed. */
export function findOwnProperty(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select(['group_id', 'time_zone'])
    .executeTakeFirst()
}

export async function isOnDemandService(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('service')
    .where('key', '=', key)
    .where('is_active', '=', true)
    .where('is_on_demand', '=', true)
    .select('key')
    .executeTakeFirst()
  return row !== undefined
}
