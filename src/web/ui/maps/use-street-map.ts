/**
 * Streets are a large download, so they come when a map is seen and the page is calm, and only where the browser can
 * draw them and nobody saves data. Whatever fails on the way leaves the drawn map, which is complete without them.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldsIn } from '#contract/outside.ts'
import { loadAreas } from '#web/text/store.ts'
import { whenCalm } from '#web/ui/looks/when-calm.ts'

const loadParts = async () => {
  const [street, pin] = await Promise.all([
    import('./street-map.tsx'),
    import('./street-pin-map.tsx'),
    loadAreas(['maps']),
  ])
  return { StreetMap: street.StreetMap, StreetPinMap: pin.StreetPinMap }
}

/** Out of view by so much, a map is drawn by ourselves again. */
const FAR = '600px'

type Parts = Awaited<ReturnType<typeof loadParts>>

export function useStreetMap() {
  const whenSeen = useRef<HTMLElement>(null)
  const [parts, setParts] = useState<Parts>()
  const [isReady, setReady] = useState(false)
  const giveUp = () => {
    setParts(undefined)
    setReady(false)
  }
  const leave = useEffectEvent(giveUp)
  useEffect(() => {
    const element = whenSeen.current
    if (element === null) return
    const state = { isSeen: false, callOff: () => {} }
    const bring = () => {
      if (!canDrawStreets()) return
      loadParts().then(
        (loaded) => {
          if (state.isSeen) setParts(loaded)
        },
        () => {},
      )
    }
    const show = (isSeen: boolean) => {
      if (state.isSeen === isSeen) return
      state.isSeen = isSeen
      state.callOff()
      if (isSeen) state.callOff = whenWanted(element, bring)
      else leave()
    }
    const seen = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) show(true)
    })
    // Browsers keep only some contexts of WebGL, and a page may have a map for every route.
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === false) show(false)
      },
      { rootMargin: FAR },
    )
    for (const observer of [seen, near]) observer.observe(element)
    return () => {
      state.isSeen = false
      state.callOff()
      for (const observer of [seen, near]) observer.disconnect()
    }
  }, [])
  return { whenSeen, parts, isReady, setReady, giveUp }
}

/** Wide screens have the strength to bring streets at once; on a phone they come when touched, else after the page. */
function whenWanted(element: HTMLElement, work: () => void): () => void {
  if (window.matchMedia?.('(width >= 64rem)').matches) {
    work()
    return () => {}
  }
  const touches = ['pointerdown', 'focusin'] as const
  const end = () => {
    for (const touch of touches) element.removeEventListener(touch, now)
    callOff()
  }
  const now = () => {
    end()
    work()
  }
  for (const touch of touches) element.addEventListener(touch, now)
  const callOff = whenCalm(now)
  return end
}

const known: { canDraw?: boolean } = {}

/** WebGL 2, asked for once: each canvas that was asked keeps a context for a while. */
export function canDrawStreets(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (fieldsIn(connection)['saveData'] === true) return false
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
