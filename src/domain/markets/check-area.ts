/** Reads an area out of GeoJSON, or says what is wrong with it: only areas that passed are kept. */
import { isLatLng, type LatLng } from '../geo.ts'
import {
  type Area,
  type AreaPolygon,
  boxOf,
  edgesOf,
  type Position,
  type Ring,
  sideOf,
  signedSizeOf,
  sizeOf,
  turn,
} from './area.ts'
import { type AreaFault, MOST_CORNERS, WIDEST_DEGREES } from './area-texts.ts'
import { commonGround } from './overlap.ts'

export function isAreaFault(read: Area | AreaFault): read is AreaFault {
  return 'fault' in read
}

/** A Polygon, a MultiPolygon, or features and collections of them. */
export function areaFromGeoJson(json: unknown): Area | AreaFault {
  const polygons = polygonsIn(json, 0)
  return polygons === null ? { fault: 'not_geojson' } : checkedArea(polygons)
}

/** Rings closed, outer ones counter-clockwise (RFC 7946), corners to four inches; or what is wrong with them. */
export function checkedArea(drawn: Area): Area | AreaFault {
  if (drawn.length === 0) return { fault: 'no_polygon' }
  if (drawn.flat(2).length > MOST_CORNERS) return { fault: 'too_many_corners' }
  if (drawn.flat(2).some(([lng, lat]) => !isLatLng({ lat, lng }))) return { fault: 'off_the_globe' }
  const area = drawn.map((polygon) => polygon.map((ring, index) => tidied(ring, index === 0)))
  return faultOf(area) ?? area
}

function faultOf(area: Area): AreaFault | null {
  const rings = area.flat()
  if (area.some((polygon) => polygon.length === 0)) return { fault: 'no_polygon' }
  if (rings.some((ring) => ring.length < 4)) return { fault: 'too_few_corners' }
  const { south, west, north, east } = boxOf(area)
  if (east - west > 180) return { fault: 'across_the_antimeridian' }
  if (east - west > WIDEST_DEGREES || north - south > WIDEST_DEGREES) return { fault: 'too_large' }
  if (rings.some(isLine)) return { fault: 'no_size' }
  const crossed = rings.map(selfCrossing).find((at) => at !== null)
  if (crossed) return { fault: 'crosses_itself', at: crossed }
  if (rings.some((ring) => sizeOf(ring) < SMALLEST_SQUARE_DEGREES)) return { fault: 'no_size' }
  return holeFault(area) ?? partsFault(area)
}

/** Some square feet. */
const SMALLEST_SQUARE_DEGREES = 1e-10
const DIGITS = 1e6

function tidied(ring: Ring, isOuter: boolean): Ring {
  const rounded = ring.map(
    ([lng, lat]): Position => [Math.round(lng * DIGITS) / DIGITS, Math.round(lat * DIGITS) / DIGITS],
  )
  const corners = rounded.filter((corner, index) => !isSame(corner, rounded[index - 1]))
  if (corners.length > 1 && isSame(corners[0]!, corners.at(-1))) corners.pop()
  if (corners.length === 0) return []
  const closed = [...corners, corners[0]!]
  return signedSizeOf(closed) > 0 === isOuter ? closed : closed.toReversed()
}

function isSame(one: Position, other: Position | undefined): boolean {
  return other !== undefined && one[0] === other[0] && one[1] === other[1]
}

function isLine(ring: Ring): boolean {
  return ring.every((corner) => turn(ring[0]!, ring[1]!, corner) === 0)
}

/** Two edges meet only in the corner that they share, if they are neighbours. */
function selfCrossing(ring: Ring): LatLng | null {
  const edges = edgesOf(ring)
  for (const [index, [from, to]] of edges.entries())
    for (let next = index + 1; next < edges.length; next++) {
      const [start, end] = edges[next]!
      const areNeighbours = next === index + 1 || (index === 0 && next === edges.length - 1)
      const meet = areNeighbours
        ? foldsBack(index === 0 && next > 1 ? [start, end, to] : [from, to, end])
        : edgesMeet(from, to, start, end)
      if (meet) return { lat: start[1], lng: start[0] }
    }
  return null
}

/** The way back lies on the way there. */
function foldsBack([a, b, c]: readonly [Position, Position, Position]): boolean {
  return turn(a, b, c) === 0 && (c[0] - b[0]) * (a[0] - b[0]) + (c[1] - b[1]) * (a[1] - b[1]) > 0
}

function edgesMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign)
  if (sides[0]! * sides[1]! < 0 && sides[2]! * sides[3]! < 0) return true
  return (
    (sides[0] === 0 && isBetween(c, a, b)) ||
    (sides[1] === 0 && isBetween(d, a, b)) ||
    (sides[2] === 0 && isBetween(a, c, d)) ||
    (sides[3] === 0 && isBetween(b, c, d))
  )
}

function isBetween(point: Position, a: Position, b: Position): boolean {
  return [0, 1].every(
    (axis) => point[axis]! >= Math.min(a[axis]!, b[axis]!) && point[axis]! <= Math.max(a[axis]!, b[axis]!),
  )
}

/** Holes lie in their outer ring, and not in each other. */
function holeFault(area: Area): AreaFault | null {
  for (const [outer, ...holes] of area)
    for (const [index, hole] of holes.entries()) {
      const at = { lat: hole[0]![1], lng: hole[0]![0] }
      const isOutside =
        hole.some(([lng, lat]) => sideOf([outer!], { lat, lng }) === 'outside') ||
        edgesOf(hole).some(([a, b]) => edgesOf(outer!).some(([c, d]) => crossProperly(a, b, c, d)))
      if (isOutside || holes.slice(0, index).some((other) => commonGround([other], [hole]) !== null))
        return { fault: 'hole_outside', at }
    }
  return null
}

function crossProperly(a: Position, b: Position, c: Position, d: Position): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

function partsFault(area: Area): AreaFault | null {
  for (const [index, polygon] of area.entries())
    for (const other of area.slice(0, index)) {
      const at = commonGround(polygon, other)
      if (at !== null) return { fault: 'parts_overlap', at }
    }
  return null
}

const DEEPEST = 4

/** Null where something in it is no GeoJSON of polygons. */
function polygonsIn(json: unknown, depth: number): AreaPolygon[] | null {
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return null
  const part = (name: string): unknown => Reflect.get(json, name)
  const all = (parts: unknown, read: (each: unknown) => AreaPolygon[] | null): AreaPolygon[] | null => {
    if (!Array.isArray(parts)) return null
    const found = parts.map(read)
    return found.includes(null) ? null : found.flatMap((each) => each ?? [])
  }
  switch (part('type')) {
    case 'Polygon':
      return polygonOf(part('coordinates'))
    case 'MultiPolygon':
      return all(part('coordinates'), polygonOf)
    case 'Feature':
      return polygonsIn(part('geometry'), depth + 1)
    case 'FeatureCollection':
      return all(part('features'), (each) => polygonsIn(each, depth + 1))
    case 'GeometryCollection':
      return all(part('geometries'), (each) => polygonsIn(each, depth + 1))
    default:
      return null
  }
}

function polygonOf(rings: unknown): AreaPolygon[] | null {
  if (!Array.isArray(rings)) return null
  const read = rings.map(ringOf)
  return read.includes(null) ? null : [read.filter((ring) => ring !== null)]
}

function ringOf(corners: unknown): Ring | null {
  if (!Array.isArray(corners)) return null
  const read = corners.map(positionOf)
  return read.includes(null) ? null : read.filter((corner) => corner !== null)
}

/** A height may follow, and is left out. */
function positionOf(corner: unknown): Position | null {
  if (!Array.isArray(corner)) return null
  const [lng, lat]: unknown[] = corner
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : null
}
