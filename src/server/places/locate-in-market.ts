import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { App } from '../app.ts'
import { PlacesUnavailable } from '../ports/places/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findMarket } from './queries.ts'

export type Spot = {
  readonly address: string | null
  readonly neighbourhood: string | null
  readonly timeZone: string
}

/** Refuses a place outside of the market; where the provider is away or knows nothing, the market's zone has to do. */
export async function locateInMarket(app: App, scope: CustomerScope, { lat, lng }: LatLng): Promise<Spot> {
  const market = await findMarket(app.db, scope)
  if (market.area !== null && distanceFeet({ lat, lng }, market.area.center) > market.area.radiusFeet)
    throw new Refused('coordinates_out_of_range', { at: 'lat' })
  try {
    const found = await app.ports.places.reverse({ lat, lng })
    if (found !== null) return found
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error
    app.log.warn({ err: error, code: 'places_unavailable' }, 'reverse search failed')
  }
  return { address: null, neighbourhood: null, timeZone: market.timeZone }
}
