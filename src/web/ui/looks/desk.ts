/** Whether there is room for panes beside one another; the styles call it `desk`. */
import { useSyncExternalStore } from 'react'

const DESK = '(width >= 68.75rem)'

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false)
}

function subscribe(listener: () => void): () => void {
  const list = query()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Undefined where the environment has no media queries. */
function query(): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(DESK) : undefined
}
