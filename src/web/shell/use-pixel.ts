/** Reports every change of the full path to the advertising pixel (seed §1), when the page has nothing better to do. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useConfig } from './config.ts'

export function usePixel(): void {
  const pixelId = useConfig()?.pixelId
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!pixelId) return
    return whenIdle(() => {
      // An advertisement that fails to load is nobody's loss.
      import('./pixel.ts')
        .then(({ sendPageView }) => sendPageView(pixelId, pathname, search))
        .catch(() => undefined)
    })
  }, [pixelId, pathname, search])
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 4_000 })
  return () => cancelIdleCallback(handle)
}
