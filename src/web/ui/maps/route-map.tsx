/**
 * `<RouteMap stops={[{ id, place: { lat, lng }, label, isDone? }]} base={…} activeId=… onSelect={(id) => …} />` – stops
 * in order on a map: numbered pins, the way between them, the crew's base. First our own drawing, which needs no
 * network; streets take its place where the browser can draw them (`use-street-map.ts`). The list of stops below it for
 * screen readers says the same in words; pass `hasVisibleList` when the screen shows its own list.
 * `isRoute={false}` shows places without order or legs, in clusters where they are many.
 */
import { useText } from '#web/text/store.ts'
import { DrawnMap } from './drawn-map.tsx'
import type { MapView } from './map-stop.ts'
import { useStreetMap } from './use-street-map.ts'

type RouteMapProps = Omit<MapView, 'isRoute'> & { isRoute?: boolean; hasVisibleList?: boolean }

export function RouteMap({ isRoute = true, hasVisibleList = false, ...view }: RouteMapProps) {
  const { ui } = useText()
  const { whenSeen, parts, isReady, setReady, giveUp } = useStreetMap()
  return (
    <figure ref={whenSeen} className="relative h-56 overflow-hidden bg-sunken sm:h-80">
      {!isReady && <DrawnMap {...view} isRoute={isRoute} />}
      {parts && (
        <parts.StreetMap
          {...view}
          isRoute={isRoute}
          isReady={isReady}
          onReady={() => setReady(true)}
          onFail={giveUp}
        />
      )}
      {!hasVisibleList && (
        <ol aria-label={ui.map.stopList} className="sr-only">
          {view.stops.map((stop) => (
            <li key={stop.id}>{stop.label}</li>
          ))}
        </ol>
      )}
    </figure>
  )
}
