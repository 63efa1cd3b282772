/** Where a city works, to be drawn: on streets where the browser can, and as its outline until then. */
import { lazy, Suspense } from 'react'
import { cornersOf } from '#domain/markets/edit-area.ts'
import { fitProjection } from '#web/ui/maps/map-projection.ts'
import { useStreetMap } from '#web/ui/maps/use-street-map.ts'
import type { AreaView } from '#web/ui/maps/street-area-map.tsx'

const StreetAreaMap = lazy(async () => ({
  default: (await import('#web/ui/maps/street-area-map.tsx')).StreetAreaMap,
}))

export function AreaMap(view: AreaView) {
  const { whenSeen, parts, isReady, setReady, giveUp } = useStreetMap()
  return (
    <figure
      ref={whenSeen}
      className="relative h-80 overflow-hidden rounded-xl border border-line bg-sunken sm:h-[28rem]"
    >
      {!isReady && <Outline {...view} />}
      {parts && (
        <Suspense fallback={null}>
          <StreetAreaMap {...view} isReady={isReady} onReady={() => setReady(true)} onFail={giveUp} />
        </Suspense>
      )}
    </figure>
  )
}

const frame = { width: 640, height: 360, padding: 32 }

function Outline({ area, center, label }: AreaView) {
  const places = cornersOf(area).map(({ place }) => place)
  const projection = fitProjection(places.length > 0 ? places : [center], frame)
  const path = area
    .flat()
    .map((ring) => {
      const points = ring.map(([lng, lat]) => projection.toPoint({ lat, lng }))
      return `M${points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`
    })
    .join('')
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      className="block size-full"
    >
      <path d={path} fillRule="evenodd" strokeWidth={2.5} className="fill-accent/20 stroke-accent" />
    </svg>
  )
}
