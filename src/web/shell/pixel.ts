/**
 * The advertising pixel (seed §1): loaded from its provider when idle, PageView on every change of the full path.
 * Pages that carry a token, take a password or a card run no third-party script; what is reported there has the token
 * replaced by the name of its parameter and is sent as a picture.
 */
import { findUrl, type UrlKey, urls } from '#web/urls.ts'

const SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js'
const PICTURE = 'https://www.facebook.com/tr'
const quietPages: readonly UrlKey[] = [
  'login',
  'logout',
  'forgotPassword',
  'resetPassword',
  'authenticate',
  'goLink',
  'offer',
  'oldOffer',
  'updateBilling',
  'myAssignments',
  'addCard',
  'billing',
  'ondemand',
  'registerCustomer',
  'registerCrew',
  'hospitableRedirect',
  'stripeConnect',
]

/** What may be told about a page: secrets in it are replaced by the names of their parameters. */
export function reportedPage(pathname: string, search: string): { path: string; isQuiet: boolean } {
  const key = findUrl(pathname)
  if (!key || !quietPages.includes(key)) return { path: pathname + search, isQuiet: false }
  const names = [...new URLSearchParams(search).keys()]
  return { path: urls[key].path + (names.length > 0 ? `?${names.join('&')}` : ''), isQuiet: true }
}

type Fbq = {
  (...command: unknown[]): void
  queue?: unknown[][]
  callMethod?: (...command: unknown[]) => void
  version?: string
  disablePushState?: boolean
}
declare global {
  interface Window {
    fbq?: Fbq
  }
}

export function sendPageView(pixelId: string, pathname: string, search: string): void {
  const page = reportedPage(pathname, search)
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
  // Changes of the path are reported by usePixel alone, with secrets removed.
  fbq.disablePushState = true
  Object.assign(window, { fbq, _fbq: fbq })
  const script = document.createElement('script')
  script.async = true
  script.src = SCRIPT
  document.head.append(script)
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
