/** Addresses from a Photon server (photon.komoot.io's API: GeoJSON from OpenStreetMap data). */
import { z } from 'zod'
import type { LatLng } from '#domain/geo.ts'
import { type FoundPlace, type Places, PlacesUnavailable } from './port.ts'
import { timeZoneOfState } from './state-time-zones.ts'

const TIMEOUT_MS = 4_000
/** Results near the middle of the market come first. */
const CENTRE: LatLng = { lat: 39.7392, lng: -104.9903 }

const word = z.string().max(300).optional()
const featureSchema = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
  }),
  properties: z.object({
    name: word,
    housenumber: word,
    street: word,
    district: word,
    locality: word,
    city: word,
    state: word,
    postcode: word,
    country: word,
    countrycode: word,
  }),
})
const answerSchema = z.object({ features: z.array(z.unknown()) })

type Feature = z.output<typeof featureSchema>

/** `url` is the root of a Photon server. */
export function createPhotonPlaces({ url, near = CENTRE }: { url: string; near?: LatLng }): Places {
  const root = url.replace(/\/+$/, '')
  return {
    search: async (text, limit) => {
      if (text.trim() === '' || limit < 1) return []
      const found = await ask(`${root}/api`, {
        q: text,
        // Several features may be one address; ask for more and drop the twins.
        limit: String(Math.min(50, limit * 2)),
        lat: String(near.lat),
        lon: String(near.lng),
        lang: 'en',
      })
      return withoutTwins(found).slice(0, limit)
    },
    reverse: async ({ lat, lng }) => {
      const found = await ask(`${root}/reverse`, { lat: String(lat), lon: String(lng), lang: 'en' })
      return found[0] ?? null
    },
  }
}

async function ask(url: string, query: Record<string, string>): Promise<FoundPlace[]> {
  try {
    const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    const { features } = answerSchema.parse(await response.json())
    return features.flatMap((feature) => {
      const parsed = featureSchema.safeParse(feature)
      return parsed.success ? toPlace(parsed.data) : []
    })
  } catch (error) {
    throw new PlacesUnavailable('the address search gave no answer', { cause: error })
  }
}

/** Nothing for a feature without any name to show. */
function toPlace({ geometry, properties }: Feature): FoundPlace[] {
  const street = properties.street ?? properties.name
  const firstLine = [properties.housenumber, street].filter((part) => part !== undefined).join(' ')
  const region = [properties.state, properties.postcode].filter((part) => part !== undefined).join(' ')
  const city = properties.city ?? properties.locality
  const address = [firstLine, city, region].filter((part) => part !== undefined && part !== '').join(', ')
  if (firstLine === '') return []
  const [lng, lat] = geometry.coordinates
  const neighbourhood = properties.district ?? properties.locality ?? null
  return [{ address, neighbourhood, lat, lng, timeZone: timeZoneOfState(properties.state) }]
}

function withoutTwins(places: readonly FoundPlace[]): FoundPlace[] {
  return [
    ...new Map(places.map((place) => [place.address, place] as const).toReversed()).values(),
  ].toReversed()
}
