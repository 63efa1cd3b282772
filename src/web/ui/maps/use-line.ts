/** A line on a map: straight at first, along streets as soon as they are known. */
import { useEffect } from 'react'
import type { LatLng } from '#domain/geo.ts'
import type { MapHandle } from './create-map.ts'
import { type Driving, readDrivenLine } from './map-style.ts'

/** Screens make their places anew each time they render; the line is drawn again only where places did move. */
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
