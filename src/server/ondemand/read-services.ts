/** What can be ordered once at a place, and what somebody whose range reaches there does. */
import type { LatLng } from '#domain/geo.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { marketAt } from '../markets/queries.ts'
import { pricesOfCustomer } from '../prices/queries.ts'
import { orderableServices, servicesOfCrewsAround } from './place-queries.ts'

export async function readServicesAt(db: Db, place: LatLng, now: Instant) {
  const market = await marketAt(db, place)
  if (market?.state !== 'open') return { isServed: false, services: [] }
  const [keys, prices, done] = await Promise.all([
    orderableServices(db, market.serviceKeys),
    pricesOfCustomer(db, { customerId: null, marketId: market.id }, now),
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
