/** Denver's neighbourhoods with the approximate middle of each. */
import { distanceFeet, FEET_PER_MILE, type LatLng } from '#domain/geo.ts'

export type Neighbourhood = LatLng & { readonly name: string }

/** A point farther than this from every middle belongs to none. */
const FARTHEST_FEET = 2 * FEET_PER_MILE

export const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  at('Athmar Park', 39.7037, -105.0098),
  at('Baker', 39.7165, -104.9948),
  at('Barnum', 39.7182, -105.0325),
  at('Bear Valley', 39.6607, -105.0665),
  at('Belcaro', 39.7041, -104.9496),
  at('Berkeley', 39.7768, -105.0388),
  at('Capitol Hill', 39.7334, -104.9799),
  at('Central Business District', 39.7445, -104.9899),
  at('Central Park', 39.7591, -104.8801),
  at('Chaffee Park', 39.7878, -105.0111),
  at('Cheesman Park', 39.7334, -104.9662),
  at('Cherry Creek', 39.7196, -104.9492),
  at('City Park', 39.7475, -104.9503),
  at('City Park West', 39.7437, -104.967),
  at('Civic Center', 39.7361, -104.9905),
  at('Clayton', 39.7655, -104.9515),
  at('Cole', 39.7655, -104.9669),
  at('College View', 39.6688, -105.0119),
  at('Congress Park', 39.7334, -104.9503),
  at('Cory-Merrill', 39.6912, -104.9496),
  at('Country Club', 39.7215, -104.9662),
  at('East Colfax', 39.7404, -104.8937),
  at('Elyria Swansea', 39.7818, -104.9578),
  at('Five Points', 39.7559, -104.9805),
  at('Gateway - Green Valley Ranch', 39.7857, -104.7676),
  at('Globeville', 39.7811, -104.9851),
  at('Goldsmith', 39.6716, -104.9146),
  at('Hale', 39.7334, -104.9327),
  at('Hampden', 39.6572, -104.8891),
  at('Harvey Park', 39.6731, -105.0389),
  at('Highland', 39.7621, -105.0125),
  at('Hilltop', 39.7188, -104.9243),
  at('Jefferson Park', 39.7514, -105.0191),
  at('Lincoln Park', 39.7339, -105.0049),
  at('Lowry Field', 39.7193, -104.8948),
  at('Mar Lee', 39.6923, -105.0391),
  at('Montbello', 39.7853, -104.8342),
  at('Montclair', 39.7333, -104.9107),
  at('North Capitol Hill', 39.7434, -104.9788),
  at('North Park Hill', 39.7585, -104.9217),
  at('Northeast Park Hill', 39.7729, -104.9171),
  at('Overland', 39.6817, -104.9934),
  at('Platt Park', 39.6894, -104.9806),
  at('Regis', 39.7878, -105.0389),
  at('Rosedale', 39.6709, -104.9805),
  at('Ruby Hill', 39.6848, -105.0085),
  at('Skyland', 39.7573, -104.9503),
  at('Sloan Lake', 39.7488, -105.0388),
  at('South Park Hill', 39.7462, -104.9246),
  at('Speer', 39.7199, -104.9806),
  at('Sun Valley', 39.7345, -105.0195),
  at('Sunnyside', 39.7764, -105.0111),
  at('Union Station', 39.7534, -104.9996),
  at('University', 39.6709, -104.9656),
  at('University Hills', 39.6607, -104.9357),
  at('University Park', 39.6747, -104.9496),
  at('Valverde', 39.7165, -105.0135),
  at('Villa Park', 39.7308, -105.0389),
  at('Virginia Village', 39.6923, -104.9276),
  at('Washington Park', 39.7005, -104.9663),
  at('Washington Park West', 39.7033, -104.9806),
  at('Washington Virginia Vale', 39.7018, -104.9108),
  at('West Colfax', 39.7389, -105.0388),
  at('West Highland', 39.7634, -105.0388),
  at('Westwood', 39.7037, -105.0391),
  at('Whittier', 39.7568, -104.9662),
  at('Windsor', 39.7068, -104.8869),
]

/** The neighbourhood whose middle is nearest; null out in the country. */
export function neighbourhoodAt(place: LatLng): string | null {
  const near = NEIGHBOURHOODS.map(({ name, lat, lng }) => ({ name, feet: distanceFeet(place, { lat, lng }) }))
  const nearest = near.reduce((best, next) => (next.feet < best.feet ? next : best))
  return nearest.feet <= FARTHEST_FEET ? nearest.name : null
}

function at(name: string, lat: number, lng: number): Neighbourhood {
  return { name, lat, lng }
}
