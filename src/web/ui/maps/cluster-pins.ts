/** Pins that would cover one another come together; the farther away, the more of them. */
import type { LatLng } from '#domain/geo.ts'
import type { MapStop, Point } from './map-stop.ts'

export type Cluster = { id: string; place: LatLng; stops: readonly MapStop[] }

/** So many pixels of the screen are one pin. */
const PIN_PIXELS = 46
const TILE_PIXELS = 512

/**
 * By distance on the screen at this zoom: each pin joins the first cluster that is near enough. Cells as wide as a pin
 * keep it linear, so thousands of pins are a matter of milliseconds.
 */
export function clusterPins(stops: readonly MapStop[], zoom: number): Cluster[] {
  const scale = TILE_PIXELS * 2 ** zoom
  const cells = new Map<string, Gathering[]>()
  const clusters: Gathering[] = []
  for (const stop of stops) {
    const at = worldPoint(stop.place, scale)
    const [column, row] = [Math.floor(at.x / PIN_PIXELS), Math.floor(at.y / PIN_PIXELS)]
    const near = around(column, row)
      .flatMap((key) => cells.get(key) ?? [])
      .find(({ at: other }) => Math.hypot(other.x - at.x, other.y - at.y) < PIN_PIXELS)
    if (near) near.stops.push(stop)
    else {
      const gathering = { at, stops: [stop] }
      clusters.push(gathering)
      const key = `${column},${row}`
      cells.set(key, [...(cells.get(key) ?? []), gathering])
    }
  }
  return clusters.map(({ stops: inside }) => ({ id: inside[0]!.id, place: middleOf(inside), stops: inside }))
}

type Gathering = { at: Point; stops: MapStop[] }

function around(column: number, row: number): string[] {
  return [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => `${column + right},${row + down}`))
}

/** The plane of web maps (spherical Mercator), in pixels. */
function worldPoint({ lat, lng }: LatLng, scale: number): Point {
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * scale,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
  }
}

function middleOf(stops: readonly MapStop[]): LatLng {
  const mean = (of: (place: LatLng) => number) =>
    stops.reduce((sum, { place }) => sum + of(place), 0) / stops.length
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}
