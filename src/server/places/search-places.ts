import type { App } from '../app.ts'
import { type FoundPlace, PlacesUnavailable } from '../ports/places/port.ts'
import { Refused } from '../refused.ts'

export async function searchPlaces(app: App, text: string, limit: number): Promise<FoundPlace[]> {
  try {
    return await app.ports.places.search(text, limit)
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error
    app.log.warn({ err: error, code: 'places_unavailable' }, 'address search failed')
    throw new Refused('unavailable')
  }
}
