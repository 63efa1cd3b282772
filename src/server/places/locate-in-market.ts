import type { LatLng } from '#domain/geo.ts'
import type { App } from '../app.ts'
import { marketAt } from '../markets/queries.ts'
import { PlacesUnavailable } from '../ports/places/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settleCustomer } from './queries.ts'

export type Spot = {
  readonly address: string | null
  readonly neighbourhood: string | null
  readonly timeZone: string
}

/**
 * Refuses a place outside of the customer's market; the first place says which market that is (decision 36). Where the
 * provider is away or knows nothing, the market's zone has to do.
 */
export async function locateInMarket(app: App, scope: CustomerScope, { lat, lng }: LatLng): Promise<Spot> {
  const market = await marketAt(app.db, { lat, lng })
  if (market === null) throw new Refused('coordinates_out_of_range', { at: 'lat' })
  if (market.state !== 'open') throw new Refused('market_not_open', { at: 'lat' })
  if (market.id !== scope.marketId && !(await settleCustomer(app.db, scope, market)))
    throw new Refused('place_in_another_market', { at: 'lat' })
  try {
    const found = await app.ports.places.reverse({ lat, lng })
    if (found !== null) return found
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error
    app.log.warn({ err: error, code: 'places_unavailable' }, 'reverse search failed')
  }
  return { address: null, neighbourhood: null, timeZone: market.timeZone }
}
