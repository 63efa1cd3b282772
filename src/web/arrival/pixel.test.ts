import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendPageView } from './pixel.ts'
import { mustShedScripts, reportedPage } from './quiet-pages.ts'
import { asksNotToBeTracked } from './use-pixel.ts'

const pictures: string[] = []
const scripts: HTMLScriptElement[] = []
beforeEach(() => {
  pictures.length = 0
  scripts.length = 0
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement)
  })
  vi.stubGlobal(
    'Image',
    class {
      referrerPolicy = ''
      set src(address: string) {
        pictures.push(`${this.referrerPolicy} ${address}`)
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'fbq')
})

describe('what is reported of a page', () => {
  test.each([
    ['/jobs', '?week=2', '#today', '/jobs?week=2#today', false],
    ['/', '', '', '/', false],
    ['/billing', '', '', '/billing', false],
    ['/my-assignments', '', '', '/my-assignments', true],
    ['/my-assignments', '?token=SECRET', '#SECRET', '/my-assignments?token', true],
    ['/reset-password/SECRET', '', '', '/reset-password/:reset_password_id', true],
    ['/go/SECRET', '?to=SECRET', '', '/go/:go_id?to', true],
    ['/offer/SECRET', '', '', '/offer/:offer_id', true],
    ['/offer-OLD', '?offer_id=SECRET', '', '/offer-OLD?offer_id', true],
    ['/authenticate', '?token=SECRET', '', '/authenticate?token', true],
    ['/update-billing', '?token=SECRET', '', '/update-billing?token', true],
    ['/hospitable-redirect', '?code=SECRET&state=SECRET', '', '/hospitable-redirect?code&state', true],
    ['/login', '?to=%2Fjobs', '', '/login?to', true],
    ['/add-card', '', '', '/add-card', true],
  ])('§1 pixel: %s%s%s is announced as %s', (pathname, search, hash, path, isQuiet) => {
    expect(reportedPage({ pathname, search, hash })).toEqual({ path, isQuiet })
  })
})

test('§1 pixel: the script comes from the provider’s host, once, with one init and a PageView each', () => {
  sendPageView('12345', { path: '/jobs', isQuiet: false })
  sendPageView('12345', { path: '/jobs?x=1', isQuiet: false })
  expect(scripts.map((script) => script.src)).toEqual(['https://connect.facebook.net/en_US/fbevents.js'])
  expect(window.fbq?.queue).toEqual([
    ['set', 'autoConfig', false, '12345'],
    ['init', '12345'],
    ['track', 'PageView'],
    ['track', 'PageView'],
  ])
  expect(pictures).toEqual([])
})

test('threats T6: a quiet page loads no script and announces its address without values', () => {
  sendPageView('12345', reportedPage({ pathname: '/go/SECRET', search: '' }))
  expect(scripts).toHaveLength(0)
  expect(pictures).toHaveLength(1)
  expect(pictures[0]).toMatch(/^no-referrer https:\/\/www\.facebook\.com\/tr\?id=12345&ev=PageView&/)
  expect(pictures[0]).toContain(encodeURIComponent('/go/:go_id'))
  expect(pictures[0]).not.toContain('SECRET')
})

test('a quiet page is loaded afresh only where the script is there already', () => {
  const addCard = { pathname: '/add-card', search: '' }
  expect(mustShedScripts(addCard)).toBe(false)
  sendPageView('12345', { path: '/billing', isQuiet: false })
  expect(mustShedScripts(addCard)).toBe(true)
  expect(mustShedScripts({ pathname: '/jobs', search: '' })).toBe(false)
})

test.each([
  [{}, false],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: true }, true],
])('a browser that says %j asks not to be tracked: %j', (browser, isAsked) => {
  expect(asksNotToBeTracked(browser as Navigator)).toBe(isAsked)
})
