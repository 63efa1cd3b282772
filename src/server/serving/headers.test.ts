import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'

const PRODUCTION = {
  CREW_ENV: 'production',
  CREW_ORIGIN: 'https://crew.example',
  CREW_SECRET: 'x'.repeat(48),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
}
let plain: TestApp
let production: TestApp
let tracked: TestApp
beforeAll(async () => {
  plain = await createTestApp()
  production = await createTestApp({ environment: PRODUCTION })
  tracked = await createTestApp({ environment: { PIXEL_ID: '1234567890' } })
})
afterAll(async () => {
  await Promise.all([plain.close(), production.close(), tracked.close()])
})

async function headersOf(testApp: TestApp, url = '/api/health', headers: Record<string, string> = {}) {
  return (await testApp.server.inject({ method: 'GET', url, headers })).headers
}

async function policyOf(testApp: TestApp, headers: Record<string, string> = {}) {
  const policy = String((await headersOf(testApp, '/api/health', headers))['content-security-policy'])
  return new Map(
    policy.split('; ').map((directive) => {
      const [name, ...values] = directive.split(' ')
      return [name!, values] as const
    }),
  )
}

describe('every answer', () => {
  test.each(['/api/health', '/no-such-page', '/api/no-such-call', '/api/user'])(
    'carries the same protection: %s',
    async (url) => {
      expect(await headersOf(plain, url)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=(self), camera=(self), microphone=()'),
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      })
      expect(await headersOf(plain, url)).not.toHaveProperty('x-powered-by')
    },
  )

  test('lets no page run inline scripts or styles, be framed, or speak to anybody else', async () => {
    const policy = await policyOf(plain)
    expect([...policy.values()].flat().filter((value) => /unsafe|\*|https?:/.test(value))).toEqual([])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('style-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('report-uri')).toEqual(['/api/report-violation'])
  })

  test('asks for HTTPS for a year, but only where pages are served by it', async () => {
    expect(await headersOf(production)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect((await policyOf(production)).has('upgrade-insecure-requests')).toBe(true)
    expect(await headersOf(plain)).not.toHaveProperty('strict-transport-security')
  })
})

describe('the hosts of the payment provider', () => {
  test('are allowed as it documents them, only where it takes the cards', async () => {
    const policy = await policyOf(production)
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(policy.get('script-src')).toEqual(["'self'", ...scripts])
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
    expect(policy.get('frame-src')).toEqual([...scripts, 'https://hooks.stripe.com'])
    expect((await policyOf(plain)).get('frame-src')).toEqual(["'none'"])
  })
})

describe('the hosts of the advertising pixel', () => {
  test('are allowed only where a pixel is configured', async () => {
    expect((await policyOf(tracked)).get('script-src')).toEqual(["'self'", 'https://connect.facebook.net'])
    expect((await policyOf(tracked)).get('img-src')).toContain('https://www.facebook.com')
    expect([...(await policyOf(plain)).values()].flat().join(' ')).not.toContain('facebook')
  })

  test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'are not for those who ask with %j',
    async (headers) => {
      expect([...(await policyOf(tracked, headers)).values()].flat().join(' ')).not.toContain('facebook')
      const asked = await tracked.client().call('GET /api/config', { headers })
      expect(asked.body.pixelId).toBeNull()
      expect((await tracked.client().call('GET /api/config')).body.pixelId).toBe('1234567890')
    },
  )
})

describe('cookies', () => {
  async function cookiesOf(testApp: TestApp, origin: string) {
    const { server } = testApp
    const email = `${crypto.randomUUID()}@example.test`
    const body = { name: 'Ada', email, phone: '3035550123', password: 'seventeen quiet herons' }
    const answer = await server.inject({
      method: 'POST',
      url: '/api/register-customer',
      payload: body,
      headers: { origin },
    })
    expect(answer.statusCode).toBe(200)
    return answer.cookies
  }

  test('over HTTPS: the session belongs to this very host and is out of reach for scripts', async () => {
    const cookies = await cookiesOf(production, PRODUCTION.CREW_ORIGIN)
    expect(cookies).toEqual([
      expect.objectContaining({
        name: '__Host-crew_session',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        maxAge: 30 * 86_400,
      }),
      expect.objectContaining({
        name: '__Host-crew_signed_in',
        value: '1',
        path: '/',
        secure: true,
        sameSite: 'Lax',
      }),
      // A random id by which two accounts of one browser are seen (money D13); scripts have no use for it.
      expect.objectContaining({
        name: '__Host-crew_device',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        maxAge: 400 * 86_400,
      }),
    ])
    for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
  })

  test('in plain development: the same without what needs HTTPS', async () => {
    const [session] = await cookiesOf(plain, 'http://localhost:3000')
    expect(session).toMatchObject({ name: 'crew_session', httpOnly: true, sameSite: 'Lax' })
  })

  test('threats W6: leave with the pictures that the browser kept, on signing out', async () => {
    const client = await signedIn(plain, await buildCustomer(plain.app))
    const { headers } = await client.call('POST /api/sign-out')
    expect(headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
    expect(client.cookies.size).toBe(0)
  })
})

describe('threats W3: a page of another site', () => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'not an address' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ])('cannot act with %j', async (headers) => {
    const answer = await plain.client().call('POST /api/sign-out', { headers: headers as never })
    expect([answer.status, answer.failure.code]).toEqual([403, 'forbidden'])
  })
})

describe('the hosts of maps', () => {
  test('are allowed for what a map fetches and shows, and for nothing else', async () => {
    const mapped = await createTestApp({
      environment: {
        MAP_STYLE_URL: 'https://maps.example/style.json',
        MAP_TILES: 'https://tiles.example/denver.pmtiles',
        MAP_HOSTS: 'https://fonts.example',
      },
    })
    const policy = await policyOf(mapped)
    await mapped.close()
    const hosts = ['https://maps.example', 'https://tiles.example', 'https://fonts.example']
    expect(policy.get('connect-src')).toEqual(["'self'", ...hosts])
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', ...hosts])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('worker-src')).toEqual(["'self'"])
  })
})
