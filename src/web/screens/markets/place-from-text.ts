import { isLatLng, type LatLng } from '#domain/geo.ts'

/** `32.2226, -110.9747`, as maps give it; null where it is none. */
export function placeFromText(text: string): LatLng | null {
  const [, lat, lng] = /^\s*([-+]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  const place = { lat: Number(lat ?? Number.NaN), lng: Number(lng ?? Number.NaN) }
  return isLatLng(place) ? place : null
}
