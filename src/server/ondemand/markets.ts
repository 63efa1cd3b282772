/** Where work can be ordered: the market that a place lies in. */
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { Db } from '../db/client.ts'

export type Market = { readonly id: string; readonly timeZone: string }

/** Null where nobody serves the place. */
export async function marketAt(db: Db, place: LatLng): Promise<Market | null> {
  const rows = await db
    .selectFrom('market')
    .orderBy('id')
    .select(['id', 'time_zone', 'lat', 'lng', 'radius_feet'])
    .execute()
  const market = rows.find(
    ({ lat, lng, radius_feet }) =>
      lat === null || lng === null || distanceFeet({ lat, lng }, place) <= radius_feet!,
  )
  return market === undefined ? null : { id: market.id, timeZone: market.time_zone }
}
