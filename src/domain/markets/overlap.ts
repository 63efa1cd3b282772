/** Whether two areas have ground in common. Borders may touch, and run along each other. */
import type { LatLng } from '../geo.ts'
import {
  type Area,
  type AreaPolygon,
  type Box,
  boxOf,
  edgesOf,
  placeInside,
  type Position,
  sideOf,
  turn,
} from './area.ts'

/** A place that lies inside of both; null where there is none. */
export function overlapOf(one: Area, other: Area): LatLng | null {
  for (const polygon of one)
    for (const against of other) {
      const at = commonGround(polygon, against)
      if (at !== null) return at
    }
  return null
}

/**
 * Where insides meet, some piece of one border lies inside of the other polygon, or the polygons are the same: pieces
 * run from one crossing with the other border to the next, so that one place on each says it of the whole.
 */
export function commonGround(one: AreaPolygon, other: AreaPolygon): LatLng | null {
  if (!boxesMeet(boxOf([one]), boxOf([other]))) return null
  return borderInside(one, other) ?? borderInside(other, one) ?? sameGround(one, other)
}

function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north
  )
}

function borderInside(of: AreaPolygon, other: AreaPolygon): LatLng | null {
  const others = other.flatMap(edgesOf)
  for (const [from, to] of of.flatMap(edgesOf)) {
    const cuts = [0, 1, ...others.flatMap((edge) => cutsBy(from, to, edge))].toSorted((a, b) => a - b)
    for (let index = 1; index < cuts.length; index++) {
      const [start, end] = [cuts[index - 1]!, cuts[index]!]
      if (end - start < SMALLEST_PIECE) continue
      const half = (start + end) / 2
      const at = { lng: from[0] + half * (to[0] - from[0]), lat: from[1] + half * (to[1] - from[1]) }
      if (sideOf(other, at) === 'inside') return at
    }
  }
  return null
}

/** Of the edge's length: shorter pieces are what rounding makes of a crossing. */
const SMALLEST_PIECE = 1e-7

/** Where another edge meets the way from one place to the next, as a share of that way. */
function cutsBy(from: Position, to: Position, [start, end]: readonly [Position, Position]): number[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  if (length === 0) return []
  const along = (point: Position) => ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length
  const [atStart, atEnd] = [turn(from, to, start), turn(from, to, end)]
  const shares =
    atStart === atEnd ? [along(start), along(end)] : [crossing(along(start), along(end), atStart, atEnd)]
  return shares.filter((share) => share > 0 && share < 1)
}

function crossing(alongStart: number, alongEnd: number, atStart: number, atEnd: number): number {
  return alongStart + ((alongEnd - alongStart) * atStart) / (atStart - atEnd)
}

function sameGround(one: AreaPolygon, other: AreaPolygon): LatLng | null {
  const at = placeInside(one)
  return sideOf(other, at) === 'inside' ? at : null
}
