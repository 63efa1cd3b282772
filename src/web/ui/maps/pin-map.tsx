/**
 * `<PinMap place={chosen} label=… onMove={(place) => …} />` – where exactly a place is: a pin to drag. Without streets
 * it shows the place and no more; forms keep another way to say it (`places/coordinates.tsx`).
 */
import type { LatLng } from '#domain/geo.ts'
import { DrawnMap } from './drawn-map.tsx'
import { useStreetMap } from './use-street-map.ts'

type PinMapProps = { place: LatLng | null; label: string; onMove: (place: LatLng) => void }

export function PinMap({ place, label, onMove }: PinMapProps) {
  const { whenSeen, parts, isReady, setReady, giveUp } = useStreetMap()
  return (
    <figure
      ref={whenSeen}
      className="relative h-64 overflow-hidden rounded-xl border border-line bg-sunken sm:h-80"
    >
      {!isReady && <DrawnMap stops={place ? [{ id: 'place', place, label }] : []} isRoute={false} />}
      {parts && (
        <parts.StreetPinMap
          place={place}
          label={label}
          isReady={isReady}
          onMove={onMove}
          onReady={() => setReady(true)}
          onFail={giveUp}
        />
      )}
    </figure>
  )
}
