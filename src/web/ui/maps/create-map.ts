/**
 * MapLibre behind a handle that knows nothing of it: what our pins need of a map, and what a test puts in its place.
 * Only this file and the styles beside it import the library, and only `use-street-map.ts` leads here.
 */
import { type GeoJSONSource, Map as GlMap, type LngLat, LngLatBounds, setWorkerUrl } from 'maplibre-gl'
// By its address: the content policy lets workers come from our own files only, and from no blob.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { LatLng } from '#domain/geo.ts'
import type { Text } from '#web/text/areas.ts'
import { readPalette } from './own-style.ts'
import type { Point } from './map-stop.ts'
import { loadStyle } from './map-style.ts'
import './street-map.css'

export type MapHandle = {
  project: (place: LatLng) => Point
  unproject: (point: Point) => LatLng
  zoom: () => number
  /** Brings all of these into view; none leaves the map where it is. */
  fit: (places: readonly LatLng[]) => void
  zoomBy: (steps: number) => void
  drawLine: (places: readonly LatLng[]) => void
  /** Each time the map shows something else; ends by what it returns. */
  onMove: (listener: () => void) => () => void
  onRest: (listener: () => void) => () => void
  onClick: (listener: (place: LatLng) => void) => () => void
  remove: () => void
}

export type CreateMap = typeof createMap

type MapOptions = {
  places: readonly LatLng[]
  label: string
  texts: Text['maps']
  /** It can be seen. */
  onReady: (map: MapHandle) => void
  onFail: () => void
}

/** Closer than this one sees a door and not where it is. */
const CLOSEST_FIT = 15
/** To the right there is more: the buttons lie there. */
const PADDING = { top: 44, bottom: 44, left: 44, right: 76 }
const LINE = 'crew-line'
/** Where the shipped streets lie: nobody's place is asked for yet. */
const DENVER = { center: { lat: 39.735, lng: -104.985 }, zoom: 10.5 }

/** Throws where WebGL is not there after all. */
export function createMap(container: HTMLElement, options: MapOptions): MapHandle {
  setWorkerUrl(new URL(workerUrl, location.href).href)
  const { places, label, texts, onReady, onFail } = options
  const map = new GlMap({
    container,
    ...(places.length === 0 ? DENVER : { bounds: boundsOf(places), fitBoundsOptions: FIT }),
    attributionControl: { compact: true },
    // One finger and the wheel belong to the page around the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    locale: {
      'Map.Title': label,
      'AttributionControl.ToggleAttribution': texts.attribution,
      'CooperativeGesturesHandler.WindowsHelpText': texts.scrollToZoom('Ctrl'),
      'CooperativeGesturesHandler.MacHelpText': texts.scrollToZoom('⌘'),
      'CooperativeGesturesHandler.MobileHelpText': texts.twoFingers,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  const handle = handleOf(map, dress(map, onFail))
  map.once('load', () => onReady(handle))
  return handle
}

function handleOf(map: GlMap, stopDressing: () => void): MapHandle {
  const line: { places: readonly LatLng[] } = { places: [] }
  map.on('style.load', () => showLine(map, line.places))
  return {
    project: ({ lat, lng }) => map.project([lng, lat]),
    unproject: ({ x, y }) => latLngOf(map.unproject([x, y])),
    zoom: () => map.getZoom(),
    fit: (wanted) => {
      if (wanted.length > 0) map.fitBounds(boundsOf(wanted), FIT)
    },
    zoomBy: (steps) => void map.zoomTo(map.getZoom() + steps),
    drawLine: (wanted) => {
      line.places = wanted
      if (map.getSource(LINE)) showLine(map, wanted)
    },
    onMove: (listener) => {
      const subscriptions = [map.on('move', listener), map.on('resize', listener)]
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
    },
    onRest: (listener) => {
      const subscription = map.on('moveend', listener)
      return () => subscription.unsubscribe()
    },
    onClick: (listener) => {
      const subscription = map.on('click', ({ lngLat }) => listener(latLngOf(lngLat)))
      return () => subscription.unsubscribe()
    },
    remove: () => {
      stopDressing()
      map.remove()
    },
  }
}

const FIT = { padding: PADDING, maxZoom: CLOSEST_FIT }

function latLngOf({ lat, lng }: LngLat): LatLng {
  return { lat, lng }
}

function boundsOf(places: readonly LatLng[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { lat, lng } of places) bounds.extend([lng, lat])
  return bounds
}

/** In the colours of the page, by day and by night. */
function dress(map: GlMap, onFail: () => void): () => void {
  const night = matchMedia('(prefers-color-scheme: dark)')
  const state = { isGone: false, isDressed: false }
  const fail = () => {
    if (!state.isGone && !state.isDressed) onFail()
  }
  const put = () => {
    loadStyle(readPalette()).then((style) => {
      if (!state.isGone) map.setStyle(style)
    }, fail)
  }
  map.once('style.load', () => {
    state.isDressed = true
  })
  // A tile that does not come later is a hole in the map; a style that does not come is no map.
  map.on('error', fail)
  put()
  night.addEventListener('change', put)
  return () => {
    state.isGone = true
    night.removeEventListener('change', put)
  }
}

function showLine(map: GlMap, places: readonly LatLng[]): void {
  const data = {
    type: 'LineString' as const,
    coordinates: places.map(({ lat, lng }) => [lng, lat]),
  }
  const source = map.getSource<GeoJSONSource>(LINE)
  if (source) {
    void source.setData(data)
    return
  }
  const { accent, card } = readPalette()
  map.addSource(LINE, { type: 'geojson', data })
  const layout = { 'line-cap': 'round' as const, 'line-join': 'round' as const }
  map.addLayer({
    id: `${LINE}-edge`,
    type: 'line',
    source: LINE,
    layout,
    paint: { 'line-color': card, 'line-width': 8 },
  })
  map.addLayer({
    id: LINE,
    type: 'line',
    source: LINE,
    layout,
    paint: { 'line-color': accent, 'line-width': 4 },
  })
}
