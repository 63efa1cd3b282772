/** A map in an element, as long as the component is there; undefined until it can be asked for places. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { useText } from '#web/text/store.ts'
import { type CreateMap, createMap, type MapHandle } from './create-map.ts'
import { type Driving, readDrivenLine } from './map-style.ts'

export type MapLife = {
  onReady: () => void
  /** Nothing can be drawn here after all. */
  onFail: () => void
  /** Another one in tests, where there is no WebGL. */
  create?: CreateMap
}

export function useMap(places: readonly LatLng[], label: string, life: MapLife) {
  const { maps } = useText()
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapHandle>()
  const onReady = useEffectEvent((ready: MapHandle) => {
    setMap(ready)
    life.onReady()
  })
  const onFail = useEffectEvent(() => life.onFail())
  const open = useEffectEvent((element: HTMLElement) => {
    try {
      return (life.create ?? createMap)(element, { places, label, texts: maps, onReady, onFail })
    } catch {
      queueMicrotask(onFail)
      return null
    }
  })
  useEffect(() => {
    const opened = container.current && open(container.current)
    return () => opened?.remove()
  }, [])
  return { container, map }
}

/** In halves, so that a small step keeps the pins as they are. */
export function useRestingZoom(map: MapHandle): number {
  const [zoom, setZoom] = useState(() => map.zoom())
  useEffect(() => map.onRest(() => setZoom(Math.round(map.zoom() * 2) / 2)), [map])
  return zoom
}

/**
 * A line on a map: straight at first, along streets as soon as they are known. Screens make their places anew each time
 * they render; the line is drawn again only where places did move.
 */
export function useLine(map: MapHandle | undefined, places: readonly LatLng[], ask: Driving | null): void {
  const shown = JSON.stringify(places)
  useEffect(() => {
    const straight: LatLng[] = JSON.parse(shown)
    map?.drawLine(straight)
    if (!map || ask === null) return
    const state = { isGone: false }
    void readDrivenLine(straight, ask).then((line) => {
      if (!state.isGone && line !== straight) map.drawLine(line)
    })
    return () => {
      state.isGone = true
    }
  }, [map, shown, ask])
}
