/** Whether there is room for the sidebar. One of the two navigations exists at a time: a phone need not draw both. */
import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`. */
const WIDE = '(width >= 64rem)'

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false)
}

function subscribe(listener: () => void): () => void {
  const list = query()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

let known: MediaQueryList | undefined

/** Undefined where the environment has no media queries. */
function query(): MediaQueryList | undefined {
  if (known === undefined && typeof window.matchMedia === 'function') known = window.matchMedia(WIDE)
  return known
}
