import type { Reply } from '#web/api.ts'

export type Facts = Reply<'GET /get-started/_payload.json'>

/** The middle of the first city, whose prices are shown until a street is chosen. */
export function middleOf(facts: Facts | undefined) {
  const city = facts?.cities.find(({ lat, lng }) => lat !== null && lng !== null)
  return city === undefined ? undefined : { name: city.name, lat: city.lat ?? 0, lng: city.lng ?? 0 }
}
