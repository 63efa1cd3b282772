/** Cookies that scripts may read. Values stay text, also those that look like numbers. */

/** Seed §5 and §9: 30 days, path `/`. */
const COOKIE_DAYS = 30
export const SIGNED_IN_COOKIE = 'crew_signed_in'
export const MOBILE_COOKIE = 'isMobile'

/** Over HTTPS a cookie of ours is of this very host: no other host under the same name can set one. */
function ownCookie(name: string): string {
  return location.protocol === 'https:' ? `__Host-${name}` : name
}

export function readCookie(name: string, cookies = document.cookie): string | undefined {
  for (const pair of cookies.split(';')) {
    const split = pair.indexOf('=')
    if (pair.slice(0, split).trim() === name) return decoded(pair.slice(split + 1).trim())
  }
  return undefined
}

export function writeCookie(name: string, value: string, seconds = COOKIE_DAYS * 86_400): void {
  // The Cookie Store API is missing in older web views, so this file writes the old way.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure()}`
  seen = undefined
}

export function clearCookie(name: string): void {
  for (const each of new Set([ownCookie(name), name]))
    document.cookie = `${each}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax${secure()}`
  seen = undefined
  if (name === SIGNED_IN_COOKIE) isRemembered = false
}

/** Whether a session is there. The session's own cookie cannot be read by scripts; this one has no secret. */
export function isSignedIn(): boolean {
  // Also of before it had a prefix.
  return (
    isRemembered ||
    [ownCookie(SIGNED_IN_COOKIE), SIGNED_IN_COOKIE].some((name) => readCookie(name, cookiesNow()) === '1')
  )
}

let isRemembered = false

/** The session ran out where nobody can be asked: this device shows what it keeps until the server can say so. */
export function rememberSession(): void {
  isRemembered = true
}

let seen: string | undefined

/** Every look asks another process of the browser; a page that is drawn looks dozens of times. Once per task is enough. */
function cookiesNow(): string {
  if (seen === undefined) {
    seen = document.cookie
    queueMicrotask(() => {
      seen = undefined
    })
  }
  return seen
}

function secure(): string {
  return location.protocol === 'https:' ? '; Secure' : ''
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
