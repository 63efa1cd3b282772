/** The board as a map: what nobody has, the chosen crew's way, and who is on the way; a list beside it says the same. */
import { lazy, Suspense, useMemo } from 'react'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { DrawnCityMap } from '#web/ui/maps/drawn-city-map.tsx'
import type { CityView } from '#web/ui/maps/map-stop.ts'
import { useStreetMap } from '#web/ui/maps/use-street-map.ts'
import './dispatch.css'
import type { BoardTexts } from './board-texts.ts'
import { MapLists, moverSays } from './map-lists.tsx'
import type { ShownBoard } from './use-board.ts'
import type { Selection } from './use-selection.ts'

const StreetCityMap = lazy(async () => ({
  default: (await import('#web/ui/maps/street-city-map.tsx')).StreetCityMap,
}))

type DispatchMapProps = { board: ShownBoard; selection: Selection; now: Instant; words: BoardTexts }

export function DispatchMap({ board, selection, now, words }: DispatchMapProps) {
  const view = useCityView({ board, selection, words })
  const { whenSeen, parts, isReady, setReady, giveUp } = useStreetMap()
  return (
    <section className="dispatch-map" aria-label={words.texts.map.title}>
      <figure ref={whenSeen} className="relative h-64 overflow-hidden bg-sunken">
        {!isReady && <DrawnCityMap {...view} />}
        {parts && (
          <Suspense fallback={null}>
            <StreetCityMap {...view} isReady={isReady} onReady={() => setReady(true)} onFail={giveUp} />
          </Suspense>
        )}
        <Legend words={words} />
      </figure>
      <MapLists board={board} selection={selection} now={now} words={words} />
    </section>
  )
}

function Legend({ words: { texts } }: Pick<DispatchMapProps, 'words'>) {
  return (
    <figcaption className="pointer-events-none absolute start-2 bottom-2 flex flex-wrap gap-x-3 rounded-lg bg-card px-2 py-1 text-xs shadow-card">
      <span className="flex items-center gap-1">
        <i className="size-2.5 rounded-full bg-accent" /> {texts.map.open}
      </span>
      <span className="flex items-center gap-1">
        <i className="size-2.5 rounded-full bg-info" /> {texts.map.moving}
      </span>
    </figcaption>
  )
}

function useCityView({ board, selection, words }: Omit<DispatchMapProps, 'now'>): CityView {
  const { texts, service, format } = words
  const { crew, route, visitId, chooseVisit, chooseCrew } = selection
  const { open, movers } = board
  const places = useMemo(
    () =>
      open.map((visit) => ({
        id: visit.id,
        place: visit.place,
        label: [visit.placeName, service(visit.serviceKey), format.day(visit.date)].join(' · '),
      })),
    [open, service, format],
  )
  const dots = useMemo(
    () =>
      movers.map((mover) => ({
        id: mover.crewId,
        place: { lat: mover.lat, lng: mover.lng },
        label: [mover.name, ...moverSays(mover, words)].join(' · '),
      })),
    [movers, words],
  )
  return {
    places,
    movers: dots,
    route: route === undefined ? null : routeView(route, service),
    ...(visitId === undefined ? {} : { activeId: visitId }),
    ...(crew === undefined ? {} : { activeMoverId: crew.id }),
    onSelect: (id) => chooseVisit(toId<VisitId>(id)),
    onSelectMover: (id) => chooseCrew(toId<UserId>(id)),
    texts: {
      map: texts.map.label(open.length, movers.length),
      places: texts.map.openPins,
      route: texts.map.routePins(crew?.name ?? ''),
      movers: texts.map.moverPins,
      cluster: texts.map.cluster,
    },
  }
}

function routeView(
  { crew, date, row }: NonNullable<Selection['route']>,
  service: BoardTexts['service'],
): CityView['route'] {
  return {
    id: `${crew.id} ${date}`,
    ...(crew.base === null ? {} : { base: crew.base }),
    stops: row.map((visit) => ({
      id: visit.id,
      place: visit.place,
      label: `${visit.placeName} · ${service(visit.serviceKey)}`,
      isDone: visit.completedAt !== null,
    })),
  }
}
