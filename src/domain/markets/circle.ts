import { type LatLng, EARTH_RADIUS_FEET, type Feet } from '../geo.ts'
import type { Area, Position } from './area.ts'

const CORNERS = 32

/** The regular polygon around a circle, so that whatever lies within the radius lies inside: where a new area begins. */
export function areaAround(center: LatLng, radiusFeet: Feet): Area {
  const radians = Math.PI / 180
  const degrees = radiusFeet / EARTH_RADIUS_FEET / Math.cos(Math.PI / CORNERS) / radians
  const corners = Array.from({ length: CORNERS + 1 }, (_, index): Position => {
    const turned = (2 * Math.PI * (index % CORNERS)) / CORNERS
    const lat = center.lat + degrees * Math.sin(turned)
    const lng = center.lng + (degrees * Math.cos(turned)) / Math.cos(lat * radians)
    return [round(lng), round(lat)]
  })
  return [[corners]]
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
