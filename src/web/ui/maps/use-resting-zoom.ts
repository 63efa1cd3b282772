import { useEffect, useState } from 'react'
import type { MapHandle } from './create-map.ts'

/** In halves, so that a small step keeps the pins as they are. */
export function useRestingZoom(map: MapHandle): number {
  const [zoom, setZoom] = useState(() => map.zoom())
  useEffect(() => map.onRest(() => setZoom(Math.round(map.zoom() * 2) / 2)), [map])
  return zoom
}
