/**
 * Streets put together from bus stops zigzag from curb to curb. Points that stand nearer than a street is wide to the
 * line between the points that stay are left out (Douglas and Peucker 1973).
 */
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'

/** Longitude, latitude. */
export type Position = [number, number]

export function straightened(line: readonly Position[], toleranceFeet: number): Position[] {
  const first = line[0]
  const last = line.at(-1)
  if (first === undefined || last === undefined || line.length < 3) return [...line]
  const away = line.map((position) => feetFromLine(position, first, last))
  const farthest = away.indexOf(Math.max(...away))
  if (away[farthest]! <= toleranceFeet) return [first, last]
  return [
    ...straightened(line.slice(0, farthest + 1), toleranceFeet).slice(0, -1),
    ...straightened(line.slice(farthest), toleranceFeet),
  ]
}

/** From the straight piece between both ends, on the plane that a city is. */
function feetFromLine(position: Position, from: Position, to: Position): number {
  const radians = Math.PI / 180
  const flat = ([lng, lat]: Position) => ({
    x: (lng - from[0]) * radians * EARTH_RADIUS_FEET * Math.cos(from[1] * radians),
    y: (lat - from[1]) * radians * EARTH_RADIUS_FEET,
  })
  const [point, end] = [flat(position), flat(to)]
  const lengthSquared = end.x ** 2 + end.y ** 2
  const along = lengthSquared === 0 ? 0 : (point.x * end.x + point.y * end.y) / lengthSquared
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - share * end.x, point.y - share * end.y)
}
