/** Seed §5: a coupon or sponsor in any address is kept for the registration. Who earns is decided on the server. */
import { latestTouch } from '#domain/commissions/attribution.ts'
import { readCookie, writeCookie } from './cookies.ts'

export const COUPON_COOKIE = 'crew_affiliate_code'
export const SPONSOR_COOKIE = 'crew_sponsor'

/** The latest code wins for 30 days; anything but 1–32 letters, digits, `_`, `-` is ignored. */
export function keepReferral(search: string): void {
  // Nobody has opened a page that the browser draws beforehand.
  if (document.prerendering)
    return document.addEventListener('prerenderingchange', () => keepReferral(search), { once: true })
  const query = new URLSearchParams(search)
  keep(COUPON_COOKIE, query.get('coupon'))
  keep(SPONSOR_COOKIE, query.get('sponsor'))
}

export function referralCodes(): { coupon: string | undefined; sponsor: string | undefined } {
  return { coupon: readCookie(COUPON_COOKIE), sponsor: readCookie(SPONSOR_COOKIE) }
}

function keep(cookie: string, offered: string | null): void {
  const kept = readCookie(cookie)
  const code = latestTouch(kept, offered)
  if (code !== null && code !== kept) writeCookie(cookie, code)
}

/** The codes that the registration sends along; who earns is decided by the server. */
export function codesToSend(): { couponCode?: string; sponsorCode?: string } {
  const { coupon, sponsor } = referralCodes()
  return {
    ...(coupon === undefined ? {} : { couponCode: coupon }),
    ...(sponsor === undefined ? {} : { sponsorCode: sponsor }),
  }
}
