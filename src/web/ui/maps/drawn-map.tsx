/** The map where nothing is loaded for it: an own drawing of stops in order, with legs and a scale bar. */
import { useMemo } from 'react'
import { formatFeet } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import { fitProjection, scaleBar } from './map-projection.ts'
import type { MapStop, MapView, Point } from './map-stop.ts'

export const frame = { width: 640, height: 360, padding: 44 }

export function DrawnMap({ stops, base, activeId, onSelect, isRoute, dot }: MapView) {
  const { ui } = useText()
  const drawing = useMemo(() => {
    const places = [base, dot?.place].filter((place) => place !== undefined)
    const projection = fitProjection([...places, ...stops.map((stop) => stop.place)], frame)
    const points = stops.map((stop) => projection.toPoint(stop.place))
    const start = base && projection.toPoint(base)
    const mover = dot && projection.toPoint(dot.place)
    return { points, start, mover, scale: scaleBar(projection.feetPerUnit, 160) }
  }, [stops, base, dot])
  const legs = [...(drawing.start ? [drawing.start] : []), ...drawing.points]

  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={ui.map.label(stops.length)}
      className="block size-full"
    >
      <Streets />
      {isRoute && (
        <polyline
          points={legs.map((point) => `${point.x},${point.y}`).join(' ')}
          fill="none"
          strokeWidth={4}
          strokeLinejoin="round"
          strokeLinecap="round"
          className="stroke-accent opacity-60"
        />
      )}
      {drawing.start && <BasePin at={drawing.start} />}
      {stops.map((stop, index) => (
        <StopPin
          key={stop.id}
          stop={stop}
          number={isRoute ? index + 1 : undefined}
          at={drawing.points[index]!}
          isActive={stop.id === activeId}
          onSelect={onSelect && (() => onSelect(stop.id))}
        />
      ))}
      {dot && drawing.mover && <MovingDot label={dot.label} at={drawing.mover} />}
      <ScaleBar {...drawing.scale} />
    </svg>
  )
}

/** A quiet grid that reads as ground, not as data. */
export function Streets() {
  const lines = Array.from({ length: 15 }, (_, index) => 20 + index * 44)
  return (
    <g className="stroke-line" strokeWidth={1.5} aria-hidden="true">
      {lines.map((at) => (
        <path key={at} d={`M${at} 0V${frame.height}M0 ${at}H${frame.width}`} />
      ))}
    </g>
  )
}

export function BasePin({ at }: { at: Point }) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <rect x={-13} y={-13} width={26} height={26} rx={8} className="fill-ink stroke-card" strokeWidth={3} />
      <path d="M-6 0L0-6 6 0M-4-1V6H4V-1" fill="none" strokeWidth={2} className="stroke-card" />
    </g>
  )
}

type StopPinProps = { stop: MapStop; number?: number; at: Point; isActive: boolean; onSelect?: () => void }

// Pins are a shortcut for pointers; the same choice is in the list, which keyboards and screen readers use.
export function StopPin({ stop, number, at, isActive, onSelect }: StopPinProps) {
  const fill = stop.isDone ? 'fill-card stroke-accent' : 'fill-accent stroke-card'
  return (
    <g
      transform={`translate(${at.x} ${at.y}) scale(${isActive ? 1.35 : 1})`}
      onClick={onSelect}
      className={onSelect && 'cursor-pointer'}
    >
      <title>{stop.label}</title>
      {onSelect && <circle r={24} fill="transparent" />}
      <circle
        r={number === undefined ? 10 : 15}
        strokeWidth={3}
        className={isActive ? 'fill-warn stroke-card' : fill}
      />
      {number !== undefined && (
        <text
          textAnchor="middle"
          dy="0.36em"
          fontSize={14}
          fontWeight={700}
          className={stop.isDone && !isActive ? 'fill-accent' : 'fill-on-accent'}
        >
          {number}
        </text>
      )}
    </g>
  )
}

function MovingDot({ label, at }: { label: string; at: Point }) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <title>{label}</title>
      <circle r={22} className="fill-info opacity-25" />
      <circle r={11} strokeWidth={4} className="fill-info stroke-card" />
    </g>
  )
}

export function ScaleBar({ feet, units }: { feet: number; units: number }) {
  const right = frame.width - 16
  const bottom = frame.height - 14
  return (
    <g className="fill-muted stroke-muted" aria-hidden="true">
      <path
        d={`M${right - units} ${bottom - 6}V${bottom}H${right}V${bottom - 6}`}
        fill="none"
        strokeWidth={2}
      />
      <text x={right - units / 2} y={bottom - 9} textAnchor="middle" fontSize={14} stroke="none">
        {formatFeet(feet)}
      </text>
    </g>
  )
}
