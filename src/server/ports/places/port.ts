import type { LatLng } from '#domain/geo.ts'

/** One address that a search found. */
export type FoundPlace = LatLng & {
  readonly address: string
  readonly neighbourhood: string | null
  readonly timeZone: string
}

export type Places = {
  /** Best first, at most `limit`; empty when nothing fits. */
  search(text: string, limit: number): Promise<FoundPlace[]>
  /** The address nearest to a point, null where the provider knows none. */
  reverse(at: LatLng): Promise<FoundPlace | null>
}
