/** Areas over streets: other cities' in grey, the own one with a corner to drag, tap, or move by keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import type { Area } from '#domain/markets/area.ts'
import {
  addCorner,
  type Corner,
  type CornerAt,
  cornersOf,
  moveCorner,
  removeCorner,
} from '#domain/markets/edit-area.ts'
import type { MapHandle } from './create-map.ts'
import { MapButtons } from './map-buttons.tsx'
import type { Point } from './map-stop.ts'
import { Placed } from './street-pins.tsx'
import { type MapLife, useMap } from './use-map.ts'

export type AreaView = {
  area: Area
  others: readonly { id: string; name: string; area: Area }[]
  center: LatLng
  label: string
  texts: { corners: string; corner: (number: number) => string; drawHint: string; tooManyCorners: string }
  /** Without it the area is looked at: moved and zoomed, and not changed. */
  onChange?: ((area: Area) => void) | undefined
}

type StreetAreaMapProps = AreaView & MapLife & { isReady: boolean }

/** More than these cannot be grasped on a map; such areas come from a file, and go back into one. */
const MOST_HANDLES = 80

export function StreetAreaMap({
  area,
  others,
  center,
  label,
  texts,
  onChange,
  isReady,
  ...life
}: StreetAreaMapProps) {
  const corners = cornersOf(area)
  const places = corners.length > 0 ? corners.map(({ place }) => place) : [center]
  const { container, map } = useMap(places, label, life)
  const [drag, setDrag] = useState<{ at: CornerAt; place: LatLng }>()
  const shown = drag === undefined ? area : moveCorner(area, drag.at, drag.place)
  const tap = useEffectEvent((place: LatLng) => {
    if (corners.length < MOST_HANDLES) onChange?.(addCorner(area, place))
  })
  useEffect(() => map?.onClick((place) => tap(place)), [map])
  return (
    <div className={`absolute inset-0 ${isReady ? '' : 'invisible'}`}>
      <div ref={container} className="size-full" />
      {map && <Shapes map={map} area={shown} others={others} />}
      {map && onChange && corners.length <= MOST_HANDLES && (
        <ul aria-label={texts.corners} className="pointer-events-none absolute inset-0 overflow-hidden">
          {cornersOf(shown).map((corner, index) => (
            <Handle
              key={`${corner.part} ${corner.ring} ${corner.corner}`}
              map={map}
              corner={corner}
              label={texts.corner(index + 1)}
              onDrag={(place) => setDrag(place && { at: corner, place })}
              onMove={(place) => {
                setDrag(undefined)
                onChange(moveCorner(area, corner, place))
              }}
              onRemove={() => onChange(removeCorner(area, corner))}
            />
          ))}
        </ul>
      )}
      {map && <MapButtons map={map} onShowAll={() => map.fit(places)} />}
      {onChange && (
        <p className="pointer-events-none absolute start-2 bottom-2 me-14 rounded-lg bg-card px-2 py-1 text-sm shadow-card">
          {corners.length > MOST_HANDLES ? texts.tooManyCorners : texts.drawHint}
        </p>
      )}
    </div>
  )
}

/** Drawn anew with every move of the map, without React. */
function Shapes({ map, area, others }: { map: MapHandle } & Pick<AreaView, 'area' | 'others'>) {
  const own = useRef<SVGPathElement>(null)
  const foreign = useRef<SVGPathElement>(null)
  useEffect(() => {
    const draw = () => {
      own.current?.setAttribute('d', pathOf(map, area))
      foreign.current?.setAttribute('d', others.map((other) => pathOf(map, other.area)).join(''))
    }
    draw()
    return map.onMove(draw)
  }, [map, area, others])
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <path ref={foreign} fillRule="evenodd" className="fill-muted/20 stroke-muted" strokeWidth={1.5} />
      <path ref={own} fillRule="evenodd" className="fill-accent/20 stroke-accent" strokeWidth={2.5} />
    </svg>
  )
}

function pathOf(map: MapHandle, area: Area): string {
  return area
    .flat()
    .map((ring) => {
      const points = ring.map(([lng, lat]) => map.project({ lat, lng }))
      return `M${points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`
    })
    .join('')
}

type HandleProps = {
  map: MapHandle
  corner: Corner
  label: string
  onDrag: (place: LatLng | undefined) => void
  onMove: (place: LatLng) => void
  onRemove: () => void
}

function Handle({ map, corner, label, onDrag, onMove, onRemove }: HandleProps) {
  // Where the finger lies beside the middle of the corner.
  const grip = useRef<Point>(null)
  const last = useRef<LatLng>(null)
  const start = (event: PointerEvent<HTMLButtonElement>) => {
    const middle = map.project(corner.place)
    grip.current = { x: event.clientX - middle.x, y: event.clientY - middle.y }
    last.current = null
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (grip.current === null) return
    last.current = map.unproject({ x: clientX - grip.current.x, y: clientY - grip.current.y })
    onDrag(last.current)
  }
  const drop = () => {
    grip.current = null
    if (last.current) onMove(last.current)
    else onDrag(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else if (way !== undefined) {
      const middle = map.project(corner.place)
      const step = event.shiftKey ? FAR_STEP : STEP
      onMove(map.unproject({ x: middle.x + way.x * step, y: middle.y + way.y * step }))
    } else return
    event.preventDefault()
  }
  return (
    <Placed map={map} at={corner.place}>
      <button
        type="button"
        aria-label={label}
        onPointerDown={start}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onDoubleClick={onRemove}
        onKeyDown={press}
        className="pointer-events-auto absolute grid size-8 -translate-1/2 cursor-grab touch-none place-items-center rounded-full active:cursor-grabbing"
      >
        <span aria-hidden="true" className="size-3.5 rounded-full border-2 border-card bg-accent" />
      </button>
    </Placed>
  )
}

const STEP = 4
const FAR_STEP = 32
const WAYS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}
