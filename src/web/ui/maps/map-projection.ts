/** Places on a small plane: an equirectangular projection about the middle, good to 0.1 % at the size of a city. */
import { EARTH_RADIUS_FEET, FEET_PER_MILE, type LatLng } from '#domain/geo.ts'
import type { Point } from './map-stop.ts'

export type Projection = { toPoint: (place: LatLng) => Point; feetPerUnit: number }
type Frame = { width: number; height: number; padding: number }

/** Fits all places into the frame, keeping shapes; a single place (or none) is shown at the scale of half a mile. */
export function fitProjection(places: readonly LatLng[], frame: Frame): Projection {
  const middle = middleOf(places)
  const radians = Math.PI / 180
  const toFeet = (place: LatLng): Point => ({
    x: (place.lng - middle.lng) * radians * EARTH_RADIUS_FEET * Math.cos(middle.lat * radians),
    y: (middle.lat - place.lat) * radians * EARTH_RADIUS_FEET,
  })
  const reach = (axis: 'x' | 'y') =>
    Math.max(FEET_PER_MILE / 4, ...places.map((place) => Math.abs(toFeet(place)[axis])))
  const feetPerUnit = Math.max(
    (reach('x') * 2) / (frame.width - frame.padding * 2),
    (reach('y') * 2) / (frame.height - frame.padding * 2),
  )
  return {
    feetPerUnit,
    toPoint: (place) => {
      const feet = toFeet(place)
      return { x: frame.width / 2 + feet.x / feetPerUnit, y: frame.height / 2 + feet.y / feetPerUnit }
    },
  }
}

/** A round distance for a scale bar that is at most `maxUnits` long. */
export function scaleBar(feetPerUnit: number, maxUnits: number): { feet: number; units: number } {
  const rounds = [
    100,
    250,
    500,
    ...[0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 250].map((miles) => miles * FEET_PER_MILE),
  ]
  const feet = rounds.findLast((round) => round / feetPerUnit <= maxUnits) ?? 100
  return { feet, units: feet / feetPerUnit }
}

function middleOf(places: readonly LatLng[]): LatLng {
  if (places.length === 0) return { lat: 0, lng: 0 }
  const lats = places.map((place) => place.lat)
  const lngs = places.map((place) => place.lng)
  return {
    lat: (Math.min(...lats) + Math.max(...lats)) / 2,
    lng: (Math.min(...lngs) + Math.max(...lngs)) / 2,
  }
}
