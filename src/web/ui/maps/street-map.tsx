/** Stops or places on streets; what `RouteMap` shows once the library is there. */
import { useEffect, useMemo, useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import { clusterPins } from './cluster-pins.ts'
import type { MapHandle } from './create-map.ts'
import { MapButtons } from './map-buttons.tsx'
import type { MapView } from './map-stop.ts'
import { StreetPins } from './street-pins.tsx'
import { type MapLife, useLine, useMap, useRestingZoom } from './use-map.ts'

const NO_PLACES: readonly LatLng[] = []

type StreetMapProps = MapView & MapLife & { isReady: boolean }

export function StreetMap({ isReady, onReady, onFail, create, ...view }: StreetMapProps) {
  const { ui } = useText()
  const { stops, base, dot, isRoute, isDriven = false } = view
  const places = useMemo(() => [...(base ? [base] : []), ...stops.map(({ place }) => place)], [stops, base])
  // Both in view at first; who has moved the map since keeps it so while the dot goes on.
  const [mover] = useState(dot?.place)
  const seen = mover === undefined ? places : [...places, mover]
  const life = { onReady, onFail, ...(create && { create }) }
  const { container, map } = useMap(seen, ui.map.label(stops.length), life)
  // Screens make their stops anew each time they render; the map moves only where places did.
  const fitted = JSON.stringify(seen)
  useEffect(() => map?.fit(JSON.parse(fitted)), [map, fitted])
  useLine(map, isRoute ? places : NO_PLACES, isDriven ? 'POST /api/drive-line' : null)
  return (
    <div className={`absolute inset-0 ${isReady ? '' : 'invisible'}`}>
      <div ref={container} className="size-full" />
      {map && <GroupedPins map={map} {...view} />}
      {map && <MapButtons map={map} onShowAll={() => map.fit(dot ? [...places, dot.place] : places)} />}
    </div>
  )
}

/** Stops of a route keep their numbers; other places come together as far as the map is away. */
function GroupedPins({ map, ...view }: MapView & { map: MapHandle }) {
  const zoom = useRestingZoom(map)
  const { stops, isRoute } = view
  const groups = useMemo(
    () =>
      isRoute
        ? stops.map((stop) => ({ id: stop.id, place: stop.place, stops: [stop] }))
        : clusterPins(stops, zoom),
    [stops, isRoute, zoom],
  )
  return <StreetPins map={map} groups={groups} {...view} />
}
