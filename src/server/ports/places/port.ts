import type { LatLng } from '#domain/geo.ts'

/** One address that a search found. */
export type FoundPlace = LatLng & {
  readonly address: string
  readonly neighbourhood: string | null
  readonly timeZone: string
}

/** A provider that does not answer throws PlacesUnavailable. */
export type Places = {
  /** Best first, at most `limit`; empty when nothing fits. */
  search(text: string, limit: number): Promise<FoundPlace[]>
  /** The address nearest to a point, null where the provider knows none. */
  reverse(at: LatLng): Promise<FoundPlace | null>
}

/** The provider of addresses did not answer, or not in its own format. */
export class PlacesUnavailable extends Error {
  override name = 'PlacesUnavailable'
}
