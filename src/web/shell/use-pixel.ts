/** Reports every change of the full path, query and hash too, to the advertising pixel (seed §1). */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { guardPath } from './access.ts'
import { isBeingReplaced } from './arrival.ts'
import { useConfig } from './config.ts'
import { isSignedIn } from './cookies.ts'
import { type ReportedPage, reportedPage } from './quiet-pages.ts'
import { whenIdle } from './when-idle.ts'

export function usePixel(): void {
  const pixelId = useConfig()?.pixelId
  const { pathname, search, hash } = useLocation()
  const lastPath = useRef('')
  useEffect(() => {
    const address = { pathname, search, hash }
    const path = pathname + search + hash
    // A page that only sends on to another was never seen.
    if (!pixelId || asksNotToBeTracked() || path === lastPath.current) return
    if (guardPath(address, isSignedIn())) return
    // The fresh page reports itself.
    if (isBeingReplaced()) return
    lastPath.current = path
    report(pixelId, reportedPage(address))
  }, [pixelId, pathname, search, hash])
}

export function asksNotToBeTracked(browser: Navigator = navigator): boolean {
  const { doNotTrack, globalPrivacyControl } = browser as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

let pixel: Promise<typeof import('./pixel.ts')> | undefined

/** The first waits until the page has nothing better to do; none is left out. */
function report(pixelId: string, page: ReportedPage): void {
  pixel ??= new Promise<void>((resolve) => void whenIdle(resolve)).then(() => import('./pixel.ts'))
  // An advertisement that fails to load is nobody's loss.
  pixel.then(({ sendPageView }) => sendPageView(pixelId, page)).catch(() => undefined)
}
