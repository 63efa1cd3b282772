/**
 * The advertising pixel (seed §1): loaded from its provider's host, initialised once, a PageView on every change of the
 * full path. Quiet pages run no script of others; what is reported of them is sent as a picture.
 */
import type { ReportedPage } from './quiet-pages.ts'

const SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js'
const PICTURE = 'https://www.facebook.com/tr'

type Fbq = {
  (...command: unknown[]): void
  queue?: unknown[][]
  callMethod?: (...command: unknown[]) => void
  version?: string
  loaded?: boolean
  push?: Fbq
  disablePushState?: boolean
}
declare global {
  interface Window {
    fbq?: Fbq
  }
}

export function sendPageView(pixelId: string, page: ReportedPage): void {
  if (page.isQuiet) sendPicture(pixelId, page.path)
  else sendByScript(pixelId)
}

function sendByScript(pixelId: string): void {
  const fbq = window.fbq ?? startScript(pixelId)
  fbq('track', 'PageView')
}

function startScript(pixelId: string): Fbq {
  const fbq: Fbq = (...command) => {
    if (fbq.callMethod) fbq.callMethod(...command)
    else fbq.queue?.push(command)
  }
  fbq.queue = []
  fbq.version = '2.0'
  fbq.loaded = true
  fbq.push = fbq
  // Changes of the path are reported by usePixel alone, with secrets removed.
  fbq.disablePushState = true
  Object.assign(window, { fbq, _fbq: fbq })
  const script = document.createElement('script')
  script.async = true
  script.src = SCRIPT
  document.head.append(script)
  // Page views only: no clicks, no contents of forms.
  fbq('set', 'autoConfig', false, pixelId)
  fbq('init', pixelId)
  return fbq
}

function sendPicture(pixelId: string, path: string): void {
  const about = new URLSearchParams({
    id: pixelId,
    ev: 'PageView',
    noscript: '1',
    dl: location.origin + path,
  })
  const picture = new Image()
  picture.referrerPolicy = 'no-referrer'
  picture.src = `${PICTURE}?${about}`
}
