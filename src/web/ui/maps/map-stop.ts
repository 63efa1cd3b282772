/** What maps show. */
import type { LatLng } from '#domain/geo.ts'

export type MapStop = { id: string; place: LatLng; label: string; isDone?: boolean }

/** A city with what waits in it: places in clusters, one route in order, and who is on the way. */
export type CityView = {
  places: readonly MapStop[]
  route: { id: string; base?: LatLng; stops: readonly MapStop[] } | null
  movers: readonly MapStop[]
  activeId?: string
  activeMoverId?: string
  onSelect: (id: string) => void
  onSelectMover: (id: string) => void
  texts: { map: string; places: string; route: string; movers: string; cluster: (count: number) => string }
}

export type Point = { x: number; y: number }

export type MapView = {
  stops: readonly MapStop[]
  base?: LatLng
  activeId?: string
  /** Where somebody is now that comes to a stop. */
  dot?: { place: LatLng; label: string }
  onSelect?: (id: string) => void
  /** Stops in order, numbered and joined by a line; else places that come together in clusters. */
  isRoute: boolean
  /** The way between the stops is that of a signed-in crew, and drawn along streets where they are known. */
  isDriven?: boolean
}
