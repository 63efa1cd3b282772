/** One pin on streets, to be put where a place truly is: dragged, tapped, or moved by the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import type { MapHandle } from './create-map.ts'
import { MapButtons } from './map-buttons.tsx'
import type { Point } from './map-stop.ts'
import { Placed } from './street-pins.tsx'
import { type MapLife, useMap } from './use-map.ts'

type StreetPinMapProps = MapLife & {
  place: LatLng | null
  label: string
  isReady: boolean
  onMove: (place: LatLng) => void
}

export function StreetPinMap({ place, label, isReady, onMove, ...life }: StreetPinMapProps) {
  const { maps } = useText()
  const { container, map } = useMap(place ? [place] : [], label, life)
  const own = useRef<LatLng>(null)
  const move = (at: LatLng) => {
    own.current = rounded(at)
    onMove(own.current)
  }
  const tap = useEffectEvent(move)
  useEffect(() => map?.onClick((at) => tap(at)), [map])
  // An address that was chosen anew brings the map there; a pin that somebody moves leaves it where it is.
  const { lat, lng } = place ?? {}
  useEffect(() => {
    if (lat === undefined || lng === undefined || isSame({ lat, lng }, own.current)) return
    map?.fit([{ lat, lng }])
  }, [map, lat, lng])
  return (
    <div className={`absolute inset-0 ${isReady ? '' : 'invisible'}`}>
      <div ref={container} className="size-full" />
      {map && (
        <ul className="pointer-events-none absolute inset-0 overflow-hidden">
          {place && <MovablePin map={map} place={place} onMove={move} />}
        </ul>
      )}
      {map && <MapButtons map={map} {...(place && { onShowAll: () => map.fit([place]) })} />}
      <p className="pointer-events-none absolute start-2 top-2 me-14 rounded-lg bg-card px-2 py-1 text-sm shadow-card">
        {place === null ? maps.tapMap : maps.dragPin}
      </p>
    </div>
  )
}

type MovablePinProps = { map: MapHandle; place: LatLng; onMove: (place: LatLng) => void }

function MovablePin({ map, place, onMove }: MovablePinProps) {
  const { maps } = useText()
  const [dragged, setDragged] = useState<LatLng>()
  // Where the finger lies beside the tip of the pin.
  const grip = useRef<Point>(null)
  const start = (event: PointerEvent<HTMLButtonElement>) => {
    const tip = map.project(place)
    grip.current = { x: event.clientX - tip.x, y: event.clientY - tip.y }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (grip.current === null) return
    setDragged(map.unproject({ x: clientX - grip.current.x, y: clientY - grip.current.y }))
  }
  const drop = () => {
    grip.current = null
    if (dragged) onMove(dragged)
    setDragged(undefined)
  }
  const step = (event: KeyboardEvent) => {
    const way = STEPS[event.key]
    if (way === undefined) return
    event.preventDefault()
    const tip = map.project(place)
    onMove(map.unproject({ x: tip.x + way.x, y: tip.y + way.y }))
  }
  return (
    <Placed map={map} at={dragged ?? place}>
      <button
        type="button"
        aria-label={maps.pin}
        onPointerDown={start}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onKeyDown={step}
        className="pointer-events-auto absolute bottom-0 grid h-12 w-11 -translate-x-1/2 cursor-grab touch-none place-items-end justify-items-center rounded-xl active:cursor-grabbing"
      >
        <svg viewBox="0 0 32 44" width={32} height={44} aria-hidden="true">
          <path
            d="M16 43C10 33 2 25 2 16a14 14 0 0 1 28 0c0 9-8 17-14 27z"
            strokeWidth={2.5}
            className="fill-accent stroke-card"
          />
          <circle cx={16} cy={16} r={5.5} className="fill-card" />
        </svg>
      </button>
    </Placed>
  )
}

const STEP_PIXELS = 6
const STEPS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -STEP_PIXELS },
  ArrowDown: { x: 0, y: STEP_PIXELS },
  ArrowLeft: { x: -STEP_PIXELS, y: 0 },
  ArrowRight: { x: STEP_PIXELS, y: 0 },
}

/** To four inches; more digits say nothing about a place. */
function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}

function isSame(one: LatLng, other: LatLng | null): boolean {
  return other !== null && one.lat === other.lat && one.lng === other.lng
}
