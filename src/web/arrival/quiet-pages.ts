/**
 * Pages that take a password or a card, or carry a token in their address: no script of others runs there, and what is
 * reported about them has every value replaced by the name of its parameter (threats T6, safe readings).
 */

import { isSignedIn } from '#web/session/cookies.ts'
import { findUrl, type UrlKey, urls } from '#web/urls.ts'

const quietPages: ReadonlySet<UrlKey> = new Set<UrlKey>([
  'login',
  'forgotPassword',
  'resetPassword',
  'authenticate',
  'goLink',
  'offer',
  'oldOffer',
  'addCard',
  'unsubscribe',
  'updateBilling',
  'registerCustomer',
  'registerCrew',
  'hospitableRedirect',
  'stripeConnect',
])

type Address = { readonly pathname: string; readonly search: string; readonly hash?: string }
/** `path`: what may be announced about the page. */
export type ReportedPage = { readonly path: string; readonly isQuiet: boolean }

export function reportedPage({ pathname, search, hash = '' }: Address): ReportedPage {
  const key = findUrl(pathname)
  // The crew's own week is quiet when somebody opens it by the link from a text message: the token has left the
  // address by then, but not the page.
  const isOpenedByLink = key === 'myAssignments' && (search !== '' || !isSignedIn())
  const isQuiet = key !== undefined && (quietPages.has(key) || isOpenedByLink)
  if (!isQuiet) return { path: pathname + search + hash, isQuiet }
  const names = [...new URLSearchParams(search).keys()]
  return { path: urls[key].path + (names.length > 0 ? `?${names.join('&')}` : ''), isQuiet }
}

/** The pixel's script came with an earlier page and must not be there on this one: only a fresh page is rid of it. */
export function mustShedScripts(address: Address): boolean {
  return 'fbq' in window && reportedPage(address).isQuiet
}
