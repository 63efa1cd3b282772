/** Places on the globe and the distances between them, in feet (seed §9). */

export type LatLng = { readonly lat: number; readonly lng: number }

/** Feet. */
export type Feet = number

/** Seed §9: earth radius 6378137 m times 3.28084. */
export const EARTH_RADIUS_FEET = 6_378_137 * 3.280_84
export const FEET_PER_MILE = 5_280
/** Of latitude: near enough to look around a place. */
export const FEET_PER_DEGREE = 364_000

export function isLatLng(place: { lat: unknown; lng: unknown }): place is LatLng {
  const { lat, lng } = place
  return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** Great-circle distance by the haversine formula (Sinnott, 1984), which stays exact for near places. */
export function distanceFeet(from: LatLng, to: LatLng): Feet {
  const radians = Math.PI / 180
  const dLat = (to.lat - from.lat) * radians
  const dLng = (to.lng - from.lng) * radians
  const chord =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_FEET * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Feet under 1000 ft, else miles with one decimal (product §2). */
export function formatFeet(feet: Feet): string {
  return Math.round(feet) < 1_000 ? `${Math.round(feet)} ft` : `${(feet / FEET_PER_MILE).toFixed(1)} mi`
}
