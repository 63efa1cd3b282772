/**
 * The roads of Phoenix that run east–west across Central Avenue, a hundred house numbers a block. Approximated as
 * Denver's are: anchors are surveyed crossings, everything between is interpolated.
 */
import type { LatLng } from '#domain/geo.ts'

export const PHOENIX_ZONE = 'America/Phoenix'

export type PhoenixRoad = { readonly name: string; readonly suffix: 'Rd' | 'Ave'; readonly lat: number }

/** None has the name of a street in Denver. */
export const PHOENIX_ROADS: readonly PhoenixRoad[] = [
  { name: 'Baseline', suffix: 'Rd', lat: 33.3782 },
  { name: 'McDowell', suffix: 'Rd', lat: 33.4658 },
  { name: 'Encanto', suffix: 'Rd', lat: 33.473 },
  { name: 'Thomas', suffix: 'Rd', lat: 33.4804 },
  { name: 'Osborn', suffix: 'Rd', lat: 33.4877 },
  { name: 'Indian School', suffix: 'Rd', lat: 33.4949 },
  { name: 'Campbell', suffix: 'Ave', lat: 33.5021 },
  { name: 'Camelback', suffix: 'Rd', lat: 33.5094 },
  { name: 'Missouri', suffix: 'Ave', lat: 33.5167 },
  { name: 'Bethany Home', suffix: 'Rd', lat: 33.524 },
  { name: 'Maryland', suffix: 'Ave', lat: 33.5312 },
  { name: 'Glendale', suffix: 'Ave', lat: 33.5384 },
  { name: 'Northern', suffix: 'Ave', lat: 33.553 },
]

/** [blocks east of Central Avenue, degrees], ascending. */
const LONGITUDES = [
  [-51, -112.169],
  [-35, -112.1344],
  [-19, -112.0998],
  [-7, -112.0826],
  [0, -112.074],
  [7, -112.0652],
  [16, -112.0475],
  [24, -112.03],
  [32, -112.013],
  [44, -111.987],
] as const

/** How far out the house numbers go. */
export const PHOENIX_BLOCKS = { west: 51, east: 44 } as const

export function phoenixPoint({ lat }: PhoenixRoad, block: number): LatLng {
  return { lat, lng: between(LONGITUDES, block) }
}

/** Null outside of the roads that are known. */
export function phoenixRoadNear({ lat, lng }: LatLng): { road: PhoenixRoad; block: number } | null {
  const [west, east] = [LONGITUDES[0][1], LONGITUDES.at(-1)![1]]
  if (lat < 33.36 || lat > 33.57 || lng < west || lng > east) return null
  const road = PHOENIX_ROADS.reduce((best, next) =>
    Math.abs(next.lat - lat) < Math.abs(best.lat - lat) ? next : best,
  )
  const blocks = LONGITUDES.map(([block, degrees]) => [degrees, block] as const)
  return { road, block: between(blocks, lng) }
}

function between(anchors: readonly (readonly [number, number])[], at: number): number {
  const next = Math.max(
    1,
    anchors.findIndex(([from]) => from >= at),
  )
  const [[fromA, toA], [fromB, toB]] = [anchors[next - 1]!, anchors[next]!]
  return toA + ((at - fromA) / (fromB - fromA)) * (toB - toA)
}
