/** A city on streets: places in clusters, the stops of one route with its line, and who is on the way. */
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { clusterPins } from './cluster-pins.ts'
import type { MapHandle } from './create-map.ts'
import { MapButtons } from './map-buttons.tsx'
import type { CityView } from './map-stop.ts'
import { MovingDot, Placed, StreetPins, walk } from './street-pins.tsx'
import { type MapLife, useLine, useMap, useRestingZoom } from './use-map.ts'

type StreetCityMapProps = CityView & MapLife & { isReady: boolean }

export function StreetCityMap({ isReady, onReady, onFail, create, ...view }: StreetCityMapProps) {
  const life = { onReady, onFail, ...(create && { create }) }
  const everything = placesOf(view)
  const { container, map } = useMap(everything, view.texts.map, life)
  useLine(map, lineOf(view.route), 'POST /api/dispatch-line')
  useFit(map, view)
  return (
    <div className={`absolute inset-0 ${isReady ? '' : 'invisible'}`}>
      <div ref={container} className="size-full" />
      {map && <CityPins map={map} {...view} />}
      {map && <MapButtons map={map} onShowAll={() => map.fit(everything)} />}
    </div>
  )
}

/** Another crew's route is brought into view; the first sight is of everything, and what moves since leaves it so. */
function useFit(map: MapHandle | undefined, { route }: CityView): void {
  const fitted = useRef(route?.id)
  const fit = useEffectEvent(() => {
    if (route !== null) map?.fit(lineOf(route))
  })
  const id = route?.id
  useEffect(() => {
    if (map === undefined || fitted.current === id) return
    fitted.current = id
    fit()
  }, [map, id])
}

function CityPins({ map, ...view }: CityView & { map: MapHandle }) {
  const { places, route, movers, activeId, activeMoverId, texts, onSelect, onSelectMover } = view
  const zoom = useRestingZoom(map)
  const groups = useMemo(() => clusterPins(places, zoom), [places, zoom])
  const stops = route?.stops ?? []
  const active = activeId === undefined ? {} : { activeId }
  return (
    <>
      <StreetPins
        map={map}
        groups={groups}
        label={texts.places}
        stops={places}
        isRoute={false}
        onSelect={onSelect}
        {...active}
      />
      {route !== null && (
        <StreetPins
          map={map}
          groups={stops.map((stop) => ({ id: stop.id, place: stop.place, stops: [stop] }))}
          label={texts.route}
          stops={stops}
          isRoute
          onSelect={onSelect}
          {...active}
          {...(route.base && { base: route.base })}
        />
      )}
      <ul aria-label={texts.movers} className="pointer-events-none absolute inset-0 overflow-hidden">
        {movers.map(({ id, place, label }, index) => (
          <Placed key={id} map={map} at={place} isRaised>
            <button
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              aria-label={label}
              title={label}
              aria-current={id === activeMoverId || undefined}
              onClick={() => onSelectMover(id)}
              onKeyDown={walk}
              className="pointer-events-auto absolute grid size-11 -translate-1/2 place-items-center rounded-full aria-[current]:outline-2 aria-[current]:outline-warn"
            >
              <MovingDot />
            </button>
          </Placed>
        ))}
      </ul>
    </>
  )
}

function placesOf({ places, route, movers }: CityView): LatLng[] {
  return [...lineOf(route), ...[...places, ...movers].map(({ place }) => place)]
}

function lineOf(route: CityView['route']): LatLng[] {
  if (route === null) return []
  return [...(route.base ? [route.base] : []), ...route.stops.map(({ place }) => place)]
}
