/** A city where nothing is loaded for its map: places in clusters, the stops of one route, and who is on the way. */
import { useMemo, useState } from 'react'
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'
import { type Cluster, clusterPins } from './cluster-pins.ts'
import { BasePin, frame, ScaleBar, StopPin, Streets } from './drawn-map.tsx'
import { fitProjection, type Projection, scaleBar } from './map-projection.ts'
import type { CityView, MapStop, Point } from './map-stop.ts'
import { SameSpot } from './same-spot.tsx'

export function DrawnCityMap({ places, route, movers, ...view }: CityView) {
  const { activeId, activeMoverId, texts, onSelect, onSelectMover } = view
  const [crowd, setCrowd] = useState<readonly MapStop[]>()
  const projection = useMemo(() => {
    const shown = [...places, ...(route?.stops ?? []), ...movers].map(({ place }) => place)
    return fitProjection(route?.base ? [route.base, ...shown] : shown, frame)
  }, [places, route, movers])
  const groups = useMemo(() => clusterPins(places, zoomOf(projection, places)), [places, projection])
  const line = [...(route?.base ? [route.base] : []), ...(route?.stops ?? []).map(({ place }) => place)]
  return (
    <>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={texts.map}
        className="absolute inset-0 block size-full"
      >
        <Streets />
        <polyline
          points={line.map((place) => pointText(projection.toPoint(place))).join(' ')}
          fill="none"
          strokeWidth={4}
          strokeLinejoin="round"
          className="stroke-accent opacity-60"
        />
        {route?.base && <BasePin at={projection.toPoint(route.base)} />}
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            at={projection.toPoint(group.place)}
            label={texts.cluster(group.stops.length)}
            isActive={group.stops.some(({ id }) => id === activeId)}
            onSelect={() => (group.stops.length === 1 ? onSelect(group.id) : setCrowd(group.stops))}
          />
        ))}
        {route?.stops.map((stop, index) => (
          <StopPin
            key={stop.id}
            stop={stop}
            number={index + 1}
            at={projection.toPoint(stop.place)}
            isActive={stop.id === activeId}
            onSelect={() => onSelect(stop.id)}
          />
        ))}
        {movers.map((mover) => (
          <Mover
            key={mover.id}
            label={mover.label}
            at={projection.toPoint(mover.place)}
            isActive={mover.id === activeMoverId}
            onSelect={() => onSelectMover(mover.id)}
          />
        ))}
        <ScaleBar {...scaleBar(projection.feetPerUnit, 160)} />
      </svg>
      {crowd && <SameSpot stops={crowd} onSelect={onSelect} onClose={() => setCrowd(undefined)} />}
    </>
  )
}

/** The zoom of a web map at which a unit of the drawing is a pixel. */
function zoomOf({ feetPerUnit }: Projection, places: readonly MapStop[]): number {
  const lat = places[0]?.place.lat ?? 0
  const around = 2 * Math.PI * EARTH_RADIUS_FEET * Math.cos((lat * Math.PI) / 180)
  return Math.log2(around / (512 * feetPerUnit))
}

function pointText({ x, y }: Point): string {
  return `${x},${y}`
}

type GroupProps = { group: Cluster; at: Point; label: string; isActive: boolean; onSelect: () => void }

// As with other drawn maps: pointers have a shortcut here, and lists beside it say and choose the same.
function Group({ group, at, label, isActive, onSelect }: GroupProps) {
  const [only] = group.stops
  if (group.stops.length === 1)
    return <StopPin stop={only!} at={at} isActive={isActive} onSelect={onSelect} />
  return (
    <g transform={`translate(${at.x} ${at.y})`} onClick={onSelect} className="cursor-pointer">
      <title>{label}</title>
      <circle
        r={18}
        strokeWidth={2}
        className={isActive ? 'fill-warn stroke-card' : 'fill-accent-soft stroke-accent'}
      />
      <text
        textAnchor="middle"
        dy="0.36em"
        fontSize={14}
        fontWeight={700}
        className={isActive ? 'fill-card' : 'fill-accent'}
      >
        {group.stops.length}
      </text>
    </g>
  )
}

type MoverProps = { label: string; at: Point; isActive: boolean; onSelect: () => void }

function Mover({ label, at, isActive, onSelect }: MoverProps) {
  return (
    <g transform={`translate(${at.x} ${at.y})`} onClick={onSelect} className="cursor-pointer">
      <title>{label}</title>
      <circle r={22} className={isActive ? 'fill-warn opacity-40' : 'fill-info opacity-25'} />
      <circle r={11} strokeWidth={4} className="fill-info stroke-card" />
    </g>
  )
}
