import { distanceFeet, EARTH_RADIUS_FEET, FEET_PER_MILE, type LatLng } from '../geo.ts'
import type { DrivingMatrix } from './types.ts'

export type MatrixSettings = {
  /** Driving distance over great-circle distance. */
  readonly detourFactor: number
  readonly milesPerHour: number
}

/** Street grids and rivers lengthen a trip by about a third; 22 mph is door-to-door speed in a city, lights included. */
const DEFAULT_MATRIX_SETTINGS: MatrixSettings = { detourFactor: 1.35, milesPerHour: 22 }

/** Driving by great-circle distance times a detour: what is used where no street router is configured. */
export function greatCircleMatrix(
  places: readonly LatLng[],
  { detourFactor, milesPerHour }: MatrixSettings = DEFAULT_MATRIX_SETTINGS,
): DrivingMatrix {
  const nodeCount = places.length
  const seconds = new Float64Array(nodeCount * nodeCount)
  const feet = new Float64Array(nodeCount * nodeCount)
  const secondsPerFoot = 3_600 / (milesPerHour * FEET_PER_MILE)
  const unit = unitVectors(places)
  const drivingRadius = 2 * EARTH_RADIUS_FEET * detourFactor
  for (let from = 1; from < nodeCount; from++) {
    const x = unit[3 * from]!
    const y = unit[3 * from + 1]!
    const z = unit[3 * from + 2]!
    for (let to = 0; to < from; to++) {
      const dx = unit[3 * to]! - x
      const dy = unit[3 * to + 1]! - y
      const dz = unit[3 * to + 2]! - z
      const halfChord = Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2)
      const distance = drivingRadius * Math.asin(halfChord)
      feet[from * nodeCount + to] = distance
      feet[to * nodeCount + from] = distance
      seconds[from * nodeCount + to] = distance * secondsPerFoot
      seconds[to * nodeCount + from] = distance * secondsPerFoot
    }
  }
  return { nodeCount, seconds, feet }
}

/** One way of such a matrix, where a table of all would be more than is asked. */
export function greatCircleDrive(from: LatLng, to: LatLng): { feet: number; seconds: number } {
  const { detourFactor, milesPerHour } = DEFAULT_MATRIX_SETTINGS
  const feet = distanceFeet(from, to) * detourFactor
  return { feet, seconds: (feet * 3_600) / (milesPerHour * FEET_PER_MILE) }
}

/** Points on the unit sphere: the chord between two gives their great-circle distance with one root and one arcsine. */
function unitVectors(places: readonly LatLng[]): Float64Array {
  const unit = new Float64Array(3 * places.length)
  for (const [index, place] of places.entries()) {
    const lat = (place.lat * Math.PI) / 180
    const lng = (place.lng * Math.PI) / 180
    unit[3 * index] = Math.cos(lat) * Math.cos(lng)
    unit[3 * index + 1] = Math.cos(lat) * Math.sin(lng)
    unit[3 * index + 2] = Math.sin(lat)
  }
  return unit
}
