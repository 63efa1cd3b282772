/**
 * Where a market works: polygons as GeoJSON writes them, each an outer ring and its holes. A border belongs to its
 * area. Whatever is asked here holds for areas that `checkArea` let pass: some degrees wide, far from the antimeridian.
 */
import { type Feet, EARTH_RADIUS_FEET, type LatLng } from '../geo.ts'

/** Longitude first, in degrees. */
export type Position = readonly [lng: number, lat: number]
/** Ends where it begins. */
export type Ring = readonly Position[]
/** The outer ring, then holes. */
export type AreaPolygon = readonly Ring[]
export type Area = readonly AreaPolygon[]

export type Box = {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export function isInArea(area: Area, place: LatLng): boolean {
  return area.some((polygon) => sideOf(polygon, place) !== 'outside')
}

export type Side = 'inside' | 'border' | 'outside'

/** By how often a ray to the east crosses the rings: odd is inside, holes included (Shimrat, 1962). */
export function sideOf(polygon: AreaPolygon, { lat, lng }: LatLng): Side {
  const point: Position = [lng, lat]
  let isInside = false
  for (const ring of polygon)
    for (const [from, to] of edgesOf(ring)) {
      if (isOnEdge(point, from, to)) return 'border'
      const isCrossed = from[1] > lat !== to[1] > lat
      if (isCrossed && turn(from, to, point) > 0 === to[1] > from[1]) isInside = !isInside
    }
  return isInside ? 'inside' : 'outside'
}

/** Greater than zero where the way from `a` over `b` to `c` turns left; zero where they lie on one line. */
export function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/** Some hundredths of an inch: what is left of rounding in a line between two corners. */
const ON_EDGE_DEGREES = 1e-9

function isOnEdge(point: Position, from: Position, to: Position): boolean {
  const [x, y] = point
  if (x < Math.min(from[0], to[0]) - ON_EDGE_DEGREES || x > Math.max(from[0], to[0]) + ON_EDGE_DEGREES)
    return false
  if (y < Math.min(from[1], to[1]) - ON_EDGE_DEGREES || y > Math.max(from[1], to[1]) + ON_EDGE_DEGREES)
    return false
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return Math.abs(turn(from, to, point)) <= ON_EDGE_DEGREES * Math.max(length, ON_EDGE_DEGREES)
}

export function edgesOf(ring: Ring): (readonly [Position, Position])[] {
  return ring.slice(1).map((to, index) => [ring[index]!, to])
}

/** Throws where there is no polygon. */
export function boxOf(area: Area): Box {
  const corners = area.flatMap((polygon) => polygon[0] ?? [])
  if (corners.length === 0) throw new Error('an area without a polygon has no box')
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const [lng, lat] of corners) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return box
}

/** Whether a place can be the middle of an area: within its box, for an area may go around a lake. */
export function canBeMiddle(area: Area, { lat, lng }: LatLng): boolean {
  const { south, west, north, east } = boxOf(area)
  return lat >= south && lat <= north && lng >= west && lng <= east
}

/** Zero inside. Exact for near places: the globe is drawn flat around the place. */
export function feetToArea(area: Area, place: LatLng): Feet {
  if (isInArea(area, place)) return 0
  const radians = Math.PI / 180
  const across = Math.cos(place.lat * radians)
  const flat = ([lng, lat]: Position): Position => [(lng - place.lng) * across, lat - place.lat]
  const degrees = area
    .flatMap((polygon) => polygon.flatMap(edgesOf))
    .reduce((least, [from, to]) => Math.min(least, fromOrigin(flat(from), flat(to))), Infinity)
  return degrees * radians * EARTH_RADIUS_FEET
}

/** From 0, 0 to the nearest point of a line. */
function fromOrigin([x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
  return Math.hypot(x1 + along * dx, y1 + along * dy)
}

/** On the line halfway up, or near it where corners lie there: the middle of the longest piece inside. */
export function placeInside(polygon: AreaPolygon): LatLng {
  const { south, north } = boxOf([polygon])
  const levels = [...new Set(polygon.flat().map(([, lat]) => lat))].toSorted((a, b) => a - b)
  const half = (south + north) / 2
  const above = levels.findIndex((level) => level > half)
  const lat = (levels[above - 1]! + levels[above]!) / 2
  const crossings = polygon
    .flatMap(edgesOf)
    .filter(([from, to]) => from[1] > lat !== to[1] > lat)
    .map(([from, to]) => from[0] + ((lat - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    .toSorted((a, b) => a - b)
  let best = { lng: crossings[0] ?? 0, width: -1 }
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const width = crossings[index + 1]! - crossings[index]!
    if (width > best.width) best = { lng: crossings[index]! + width / 2, width }
  }
  return { lat, lng: best.lng }
}

/** In square degrees, by the shoelace formula; less than zero where the ring runs clockwise. */
export function signedSizeOf(ring: Ring): number {
  const [origin] = ring
  if (origin === undefined) return 0
  return edgesOf(ring).reduce((sum, [from, to]) => sum + turn(origin, from, to), 0) / 2
}

export function sizeOf(ring: Ring): number {
  return Math.abs(signedSizeOf(ring))
}
