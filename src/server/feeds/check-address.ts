/** The address of a calendar as people paste it. */
import { isIP } from 'node:net'
import type { Refusal } from '#domain/refusals.ts'

const LONGEST = 2_000

/** `allowedOrigins` may be anything; `ownOrigin` is our own house, whose calendars tell what we made of stays. */
export function checkAddress(
  text: string,
  { ownOrigin, allowedOrigins }: { readonly ownOrigin: string; readonly allowedOrigins: readonly string[] },
): { readonly url: string; readonly host: string } | Refusal {
  const typed = text.trim().replace(/^webcals?:/i, 'https:')
  const https = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (typed === '' || typed.length > LONGEST || /\s/.test(typed) || !URL.canParse(https))
    return { refused: 'feed_address_invalid' }
  const url = new URL(https)
  url.hash = ''
  if (URL.canParse(ownOrigin) && url.host === new URL(ownOrigin).host) return { refused: 'feed_is_ours' }
  if (allowedOrigins.includes(url.origin)) return { url: url.href, host: url.host }
  if (url.protocol !== 'https:') return { refused: 'feed_not_https' }
  /** No platform gives out a number for a name; `2130706433` has become `127.0.0.1` by now. */
  const isName = url.hostname.includes('.') && isIP(url.hostname) === 0
  const isOdd = url.port !== '' || url.username !== '' || url.password !== '' || !isName
  return isOdd ? { refused: 'feed_address_invalid' } : { url: url.href, host: url.host }
}
