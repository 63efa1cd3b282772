/** How long what Hospitable gives us holds: an access token for hours, a refresh token for 90 days and one use. */
import { DAY_MS, type Instant, instant, MINUTE_MS } from '../time.ts'

const REFRESH_DAYS = 90
/** So that a token does not end on the way. */
const MARGIN_MS = 5 * MINUTE_MS

export type TokenLife = { readonly accessExpiresAt: Instant; readonly refreshExpiresAt: Instant }

export function lifeOf(expiresInSeconds: number, now: Instant): TokenLife {
  return {
    accessExpiresAt: instant(now + Math.floor(expiresInSeconds) * 1000),
    refreshExpiresAt: instant(now + REFRESH_DAYS * DAY_MS),
  }
}

/** What is to be done with a pair before somebody is asked with it. */
export function nextStep({ accessExpiresAt, refreshExpiresAt }: TokenLife, now: Instant) {
  if (now + MARGIN_MS < accessExpiresAt) return 'use'
  return now < refreshExpiresAt ? 'refresh' : 'reconnect'
}
