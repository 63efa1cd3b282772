import { expect, test } from 'vitest'
import { guardPath, isPublicPath } from './access.ts'
import { mayHere } from './looks-after.ts'

test.each([
  ['/get-started', true],
  ['/register-crew', true],
  ['/register-customer', true],
  ['/login', true],
  ['/forgot-password', true],
  ['/reset-password/abc', true],
  ['/my-assignments', true],
  ['/my-assignments/anything', true],
  ['/authenticate', true],
  ['/ondemand', true],
  ['/go/abc', true],
  ['/anything/gone', true],
  ['/update-billing', true],
  ['/x/update-billing/y', true],
  ['/', false],
  ['/jobs', false],
  ['/login-as', false],
  ['/account/login', false],
  ['/offer/1', false],
  ['/operator', false],
  ['/logout', false],
  ['/no-such-page', false],
])('§6 public paths: %s is public: %s', (pathname, isPublic) => {
  expect(isPublicPath(pathname)).toBe(isPublic)
})

test('§6 other paths: nobody signed in goes to sign in and comes back to where they wanted', () => {
  expect(guardPath({ pathname: '/jobs', search: '?week=2', hash: '#today' }, false)).toBe(
    '/login?to=%2Fjobs%3Fweek%3D2%23today',
  )
})

test('the home and signing out need no way back', () => {
  expect(guardPath({ pathname: '/', search: '' }, false)).toBe('/login')
  expect(guardPath({ pathname: '/logout', search: '' }, false)).toBe('/login')
})

test('whoever is signed in, or asks for a public page, goes on', () => {
  expect(guardPath({ pathname: '/jobs', search: '' }, true)).toBeNull()
  expect(guardPath({ pathname: '/login', search: '' }, false)).toBeNull()
})

test('a secret that was sent along is left behind, before and after signing in', () => {
  const sent = { pathname: '/hospitable-redirect', search: '?code=SECRET&state=S' }
  const page = '/hospitable-redirect?answer=allowed'
  expect(guardPath(sent, true)).toBe(page)
  expect(guardPath(sent, false)).toBe(`/login?to=${encodeURIComponent(page)}`)
  expect(guardPath({ pathname: '/hospitable-redirect', search: '?answer=allowed' }, true)).toBeNull()
})

test.each([
  [['pay'], true, 'pay', true, true],
  [['pay'], true, 'pay', false, true],
  [['pay'], false, 'pay', true, false],
  [['pay'], false, 'pay', false, true],
  [['see'], true, 'pay', true, false],
  [['see'], true, 'pay', false, false],
  [['see'], false, 'pay', false, false],
] as const)(
  'a helper with %j, of every place: %j, may %s of the account: %j: %j',
  (rights, whole, right, of, may) => {
    const share = { rights: [...rights], isWhole: whole }
    expect(mayHere({ looks_after: share } as never, right, of)).toBe(may)
    expect(mayHere({}, right, of)).toBe(true)
    expect(mayHere(undefined, right, of)).toBe(true)
  },
)
