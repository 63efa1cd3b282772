/** Seed §5: a coupon or sponsor in any address is kept for the registration. Who earns is decided on the server. */
import { readCookie, writeCookie } from './cookies.ts'

export const COUPON_COOKIE = 'crew_affiliate_code'
export const SPONSOR_COOKIE = 'crew_sponsor'

/** First touch wins for 30 days; anything but 1–32 letters, digits, `_`, `-` is ignored. */
export function keepReferral(search: string): void {
  const query = new URLSearchParams(search)
  keep(COUPON_COOKIE, query.get('coupon'))
  keep(SPONSOR_COOKIE, query.get('sponsor'))
}

export function referralCodes(): { coupon: string | undefined; sponsor: string | undefined } {
  return { coupon: readCookie(COUPON_COOKIE), sponsor: readCookie(SPONSOR_COOKIE) }
}

function keep(cookie: string, code: string | null): void {
  if (code && /^[A-Za-z0-9_-]{1,32}$/.test(code) && readCookie(cookie) === undefined)
    writeCookie(cookie, code)
}
