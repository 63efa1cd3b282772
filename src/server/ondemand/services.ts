/** What can be ordered once at a place, and what somebody whose range reaches there does. */
import { sql } from 'kysely'
import type { LatLng } from '#domain/geo.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pricesOfCustomer } from '../prices/queries.ts'
import { marketAt } from './markets.ts'

export async function servicesAt(db: Db, place: LatLng, now: Instant) {
  const market = await marketAt(db, place)
  if (market === null) return { isServed: false, services: [] }
  const [keys, prices, done] = await Promise.all([
    orderableServices(db),
    pricesOfCustomer(db, null, now),
    servicesOfCrewsAround(db, { place, marketId: market.id, now }),
  ])
  const priced = new Set(prices.map((price) => price.service_key))
  return {
    isServed: true,
    services: keys
      .filter((key) => priced.has(key))
      .map((key) => ({ serviceKey: key, hasCrews: done.has(key) })),
  }
}

/** Those that are done only once come first. */
async function orderableServices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('service')
    .where('is_active', '=', true)
    .where('is_on_demand', '=', true)
    .orderBy('is_weekly')
    .orderBy('sort')
    .orderBy('key')
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** A degree of latitude is some 364,000 feet: near enough to say whether anybody comes. */
async function servicesOfCrewsAround(
  db: Db,
  { place, marketId, now }: { place: LatLng; marketId: string; now: Instant },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(crew_profile.services) as key
    from crew_profile join users on users.id = crew_profile.user_id
    where users.market_id = ${marketId} and users.lat is not null
      and (users.frozen_until is null or users.frozen_until <= ${toTimestamp(now)})
      and 364000 * sqrt(power(users.lat - ${place.lat}, 2)
        + power((users.lng - ${place.lng}) * cos(radians(${place.lat})), 2)) <= crew_profile.range_feet
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}
