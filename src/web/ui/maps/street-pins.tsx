/**
 * Pins above the map, as buttons of the page: they are read, focused and pressed like any other. One of them is a stop
 * of the Tab key, arrows walk to the others.
 */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import type { Cluster } from './cluster-pins.ts'
import type { MapHandle } from './create-map.ts'
import type { MapStop, MapView } from './map-stop.ts'
import { SameSpot } from './same-spot.tsx'

type StreetPinsProps = MapView & {
  map: MapHandle
  groups: readonly Cluster[]
  /** Where a map has several lists of pins. */
  label?: string
}

/** From here on zooming in takes nothing apart any more. */
const CLOSEST_ZOOM = 17

export function StreetPins(props: StreetPinsProps) {
  const { map, groups, base, dot, activeId, onSelect, isRoute } = props
  const { maps } = useText()
  const [openId, setOpenId] = useState<string>()
  const [crowd, setCrowd] = useState<readonly MapStop[]>()
  const press = ({ id, stops }: Cluster) => {
    setCrowd(undefined)
    if (stops.length === 1) {
      setOpenId(id)
      onSelect?.(id)
    } else if (map.zoom() >= CLOSEST_ZOOM || isOneSpot(stops)) setCrowd(stops)
    else map.fit(stops.map(({ place }) => place))
  }
  return (
    <>
      <ul
        aria-label={props.label ?? maps.pins}
        className="pointer-events-none absolute inset-0 overflow-hidden"
      >
        {base && (
          <Placed map={map} at={base}>
            <BasePin label={maps.start} />
          </Placed>
        )}
        {groups.map((group, index) => (
          <Placed key={group.id} map={map} at={group.place} isRaised={group.id === (openId ?? activeId)}>
            <Pin
              group={group}
              number={isRoute ? index + 1 : undefined}
              isActive={group.id === activeId}
              isOpen={group.id === openId}
              isFirst={index === 0}
              onPress={() => press(group)}
            />
          </Placed>
        ))}
        {dot && (
          <Placed map={map} at={dot.place} isRaised>
            <span className="absolute -translate-1/2">
              <MovingDot label={dot.label} />
            </span>
          </Placed>
        )}
      </ul>
      {crowd && <SameSpot stops={crowd} onSelect={onSelect} onClose={() => setCrowd(undefined)} />}
    </>
  )
}

/** What stays over a place while the map moves below it. */
export function Placed(props: { map: MapHandle; at: LatLng; isRaised?: boolean; children: ReactNode }) {
  const { map, at, isRaised = false, children } = props
  const element = useRef<HTMLLIElement>(null)
  const { lat, lng } = at
  useLayoutEffect(() => {
    const put = () => {
      const { x, y } = map.project({ lat, lng })
      if (element.current) element.current.style.transform = `translate(${x}px, ${y}px)`
    }
    put()
    return map.onMove(put)
  }, [map, lat, lng])
  return (
    <li ref={element} className={`absolute top-0 left-0 size-0 list-none ${isRaised ? 'z-1' : ''}`}>
      {children}
    </li>
  )
}

type PinProps = {
  group: Cluster
  number: number | undefined
  isActive: boolean
  isOpen: boolean
  isFirst: boolean
  onPress: () => void
}

function Pin({ group, number, isActive, isOpen, isFirst, onPress }: PinProps) {
  const { maps } = useText()
  const [only] = group.stops
  const isCluster = group.stops.length > 1
  const said = isCluster ? maps.cluster(group.stops.length) : only!.label
  const label = number === undefined ? said : `${number}. ${said}`
  return (
    <>
      <button
        type="button"
        tabIndex={isFirst ? 0 : -1}
        aria-label={label}
        title={said}
        aria-current={isActive || undefined}
        onClick={onPress}
        onKeyDown={walk}
        className=" pointer-events-auto absolute grid size-11 -translate-1/2 place-items-center rounded-full"
      >
        <span className={lookOf({ isCluster, isActive, isDone: only!.isDone ?? false, number })}>
          {isCluster ? group.stops.length : number}
        </span>
      </button>
      {isOpen && !isCluster && (
        <span
          aria-hidden="true"
          className="absolute bottom-6 w-max max-w-48 -translate-x-1/2 truncate rounded-lg bg-ink px-2 py-1 text-sm text-ground"
        >
          {said}
        </span>
      )}
    </>
  )
}

type Look = { isCluster: boolean; isActive: boolean; isDone: boolean; number: number | undefined }

function lookOf({ isCluster, isActive, isDone, number }: Look): string {
  const shape = 'nums grid place-items-center rounded-full font-bold shadow-card'
  if (isCluster) return `${shape} size-10 border-2 border-accent bg-accent-soft text-accent`
  const size = number === undefined ? 'size-6' : 'size-8 text-sm'
  const colours = isDone ? 'border-accent bg-card text-accent' : 'border-card bg-accent text-on-accent'
  return `${shape} border-3 ${size} ${isActive ? 'scale-125 border-card bg-warn text-card' : colours}`
}

function BasePin({ label }: { label: string }) {
  return (
    <span className="absolute grid size-8 -translate-1/2 place-items-center rounded-lg border-3 border-card bg-ink text-card shadow-card">
      <svg
        role="img"
        aria-label={label}
        viewBox="0 0 12 12"
        width={14}
        height={14}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
      >
        <path d="M0 6L6 0l6 6M2 5v7h8V5" />
      </svg>
    </span>
  )
}

/** Without a label where it stands in a button, which has one. */
export function MovingDot({ label }: { label?: string }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg {...said} viewBox="0 0 44 44" width={44} height={44}>
      <circle cx={22} cy={22} r={22} className="fill-info opacity-25" />
      <circle cx={22} cy={22} r={11} strokeWidth={4} className="fill-info stroke-card" />
    </svg>
  )
}

/** The same spot to whoever looks at it: nearer than about ten feet. */
function isOneSpot(stops: readonly MapStop[]): boolean {
  const [first] = stops
  return stops.every(
    ({ place }) =>
      Math.abs(place.lat - first!.place.lat) < 0.00003 && Math.abs(place.lng - first!.place.lng) < 0.00003,
  )
}

/** From one pin to the next of its list. */
export function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const pins = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = pins.indexOf(event.currentTarget)
  if (step === undefined) return
  event.preventDefault()
  pins[(at + step + pins.length) % pins.length]!.focus()
}
