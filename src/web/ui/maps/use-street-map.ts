/**
 * Streets are a large download, so they come when a map is seen, and only where the browser can draw them and nobody
 * saves data. Whatever fails on the way leaves the drawn map, which is complete without them.
 */
import { useEffect, useRef, useState } from 'react'
import { loadAreas } from '#web/text/store.ts'

const loadParts = async () => {
  const [street, pin] = await Promise.all([
    import('./street-map.tsx'),
    import('./street-pin-map.tsx'),
    loadAreas(['maps']),
  ])
  return { StreetMap: street.StreetMap, StreetPinMap: pin.StreetPinMap }
}

type Parts = Awaited<ReturnType<typeof loadParts>>

export function useStreetMap() {
  const whenSeen = useRef<HTMLElement>(null)
  const [parts, setParts] = useState<Parts>()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const element = whenSeen.current
    if (element === null || !canDrawStreets()) return
    const state = { isGone: false }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      loadParts().then(
        (loaded) => {
          if (!state.isGone) setParts(loaded)
        },
        () => {},
      )
    })
    observer.observe(element)
    return () => {
      state.isGone = true
      observer.disconnect()
    }
  }, [])
  const giveUp = () => {
    setParts(undefined)
    setReady(false)
  }
  return { whenSeen, parts, isReady, setReady, giveUp }
}

const known: { canDraw?: boolean } = {}

/** WebGL 2, asked for once: each canvas that was asked keeps a context for a while. */
export function canDrawStreets(): boolean {
  if (navigator.connection?.saveData === true) return false
  known.canDraw ??= hasWebGl2()
  return known.canDraw
}

function hasWebGl2(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
