import { afterEach, expect, test, vi } from 'vitest'
import {
  clearCookie,
  isSignedIn,
  MOBILE_COOKIE,
  readCookie,
  SIGNED_IN_COOKIE,
  writeCookie,
} from './cookies.ts'
import { COUPON_COOKIE, SPONSOR_COOKIE } from './referral.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  clearCookie('anything')
})

test('§5 cookies: they expire after 30 days and hold for the path / unless told otherwise', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  writeCookie('anything', 'x')
  expect(written).toHaveBeenCalledWith('anything=x; Path=/; Max-Age=2592000; SameSite=Lax')
  expect(2_592_000).toBe(30 * 24 * 60 * 60)
  writeCookie('anything', 'x', 4)
  expect(written).toHaveBeenLastCalledWith('anything=x; Path=/; Max-Age=4; SameSite=Lax')
})

test('§3 storage: the cookies have the names that are given', () => {
  expect([MOBILE_COOKIE, COUPON_COOKIE, SPONSOR_COOKIE]).toEqual([
    'isMobile',
    'crew_affiliate_code',
    'crew_sponsor',
  ])
  expect(SIGNED_IN_COOKIE).toBe('crew_signed_in')
})

test('asvs 3.3.3: over HTTPS what says that one is signed in is of this very host, and ends there', async () => {
  let said = ''
  const written: string[] = []
  vi.stubGlobal('location', new URL('https://crew.test/'))
  vi.stubGlobal('document', {
    get cookie() {
      return said
    },
    set cookie(cookie: string) {
      written.push(cookie)
    },
  })
  for (const [cookies, is] of [
    ['__Host-crew_signed_in=1', true],
    // Of before it had a prefix.
    ['crew_signed_in=1', true],
    ['crew_signed_in=0', false],
  ] as const) {
    said = cookies
    expect(isSignedIn()).toBe(is)
    await Promise.resolve()
  }
  clearCookie(SIGNED_IN_COOKIE)
  const ended = 'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax; Secure'
  expect(written).toEqual([`__Host-crew_signed_in=; ${ended}`, `crew_signed_in=; ${ended}`])
})

test('a value comes back as the text that was written', () => {
  for (const value of ['0012', 'a b;c=d', 'ñ', '']) {
    writeCookie('anything', value)
    expect(readCookie('anything')).toBe(value)
  }
  expect(readCookie('nothing')).toBeUndefined()
  expect(readCookie('broken', 'broken=%E0%A4%A')).toBe('%E0%A4%A')
})
