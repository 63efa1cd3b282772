/** Reports every change of the full path, query and hash too, to the advertising pixel (seed §1). */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { guardPath } from '#web/session/access.ts'
import { useConfig } from '#web/session/config.ts'
import { isSignedIn } from '#web/session/cookies.ts'
import { whenIdle } from '#web/ui/looks/when-idle.ts'
import { isBeingReplaced } from './arrival.ts'
import { type ReportedPage, reportedPage } from './quiet-pages.ts'

export function usePixel(): void {
  const config = useConfig()
  const { pathname, search, hash } = useLocation()
  const lastPath = useRef('')
  /** What was seen before it was known whether there is a pixel: a screen may take its token from the address at once. */
  const waiting = useRef<ReportedPage[]>([])
  useEffect(() => {
    const address = { pathname, search, hash }
    const path = pathname + search + hash
    if (path !== lastPath.current && isSeen(address)) {
      lastPath.current = path
      waiting.current.push(reportedPage(address))
    }
    if (!config) return
    const seen = waiting.current.splice(0)
    if (config.pixelId) for (const page of seen) report(config.pixelId, page)
  }, [config, pathname, search, hash])
}

/** A page that only sends on to another was never seen, and a fresh one at the same address reports itself. */
function isSeen(address: Parameters<typeof guardPath>[0]): boolean {
  return !asksNotToBeTracked() && !guardPath(address, isSignedIn()) && !isBeingReplaced()
}

export function asksNotToBeTracked(browser: Navigator = navigator): boolean {
  const { doNotTrack, globalPrivacyControl } = browser
  return doNotTrack === '1' || globalPrivacyControl === true
}

let pixel: Promise<typeof import('./pixel.ts')> | undefined

/** The first waits until the page has nothing better to do; none is left out. */
function report(pixelId: string, page: ReportedPage): void {
  pixel ??= new Promise<void>((resolve) => void whenIdle(resolve)).then(() => import('./pixel.ts'))
  // An advertisement that fails to load is nobody's loss.
  pixel.then(({ sendPageView }) => sendPageView(pixelId, page)).catch(() => undefined)
}
