import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_PATHS } from '#contract/pages.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'

const SHELL = '<!doctype html><title>Crew</title>'
const PRODUCTION = {
  CREW_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
  CREW_ORIGIN: 'https://crew.example',
  CREW_SECRET: 'x'.repeat(48),
}
let pagesDirectory: string
let testApp: TestApp
let production: TestApp
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-pages-'))
  await mkdir(join(pagesDirectory, 'assets'))
  await mkdir(join(pagesDirectory, 'builds/meta'), { recursive: true })
  await Promise.all([
    writeFile(join(pagesDirectory, 'index.html'), SHELL),
    writeFile(join(pagesDirectory, '.env'), 'SECRET=1'),
    writeFile(join(pagesDirectory, 'sw.js'), 'self.x = 1'),
    writeFile(join(pagesDirectory, 'assets/entry-abc.js'), 'x'),
    writeFile(join(pagesDirectory, 'builds/latest.json'), '{"id":"abc"}'),
    writeFile(join(pagesDirectory, 'builds/meta/abc.json'), '{"id":"abc"}'),
  ])
  testApp = await createTestApp({ pagesDirectory })
  production = await createTestApp({ pagesDirectory, environment: PRODUCTION })
})
afterAll(async () => {
  await Promise.all([testApp.close(), production.close()])
  await rm(pagesDirectory, { recursive: true })
})

function get(url: string, app = testApp, method: 'GET' | 'HEAD' = 'GET') {
  return app.server.inject({ method, url })
}

describe('a page', () => {
  test.each(PAGE_PATHS)('%s is the shell with status 200', async (path) => {
    const answer = await get(path.replaceAll(/:\w+/g, 'some-id'))
    expect([answer.statusCode, answer.payload]).toEqual([200, SHELL])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  test.each(['/no-such-page', '/jobs/', '/offer', '/.git/config'])(
    'seed §2: %s is the shell with status 404',
    async (path) => {
      const answer = await get(path)
      expect([answer.statusCode, answer.payload]).toEqual([404, SHELL])
    },
  )

  test('answers HEAD as it answers GET', async () => {
    expect((await get('/login', testApp, 'HEAD')).statusCode).toBe(200)
    expect((await get('/no-such-page', testApp, 'HEAD')).statusCode).toBe(404)
  })
})

describe('a file', () => {
  test.each([
    ['/assets/entry-abc.js', 'public, max-age=31536000, immutable'],
    ['/builds/latest.json', 'no-store'],
    ['/builds/meta/abc.json', 'no-store'],
    ['/sw.js', 'no-store'],
  ])('%s is kept for: %s', async (path, rule) => {
    const answer = await get(path)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, rule])
  })

  test('the service worker may serve the whole site', async () => {
    expect((await get('/sw.js')).headers).toMatchObject({
      'service-worker-allowed': '/',
      'content-type': expect.stringContaining('javascript'),
    })
  })

  test.each([
    '/assets/gone-abc.js',
    '/assets/',
    '/assets',
    '/builds/meta/gone.json',
    '/builds/latest',
    '/images',
    '/.env',
    '/index.php',
    '/assets/../.env',
    '/api/no-such-call',
  ])('%s is not found, and never the shell', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found', error: expect.stringContaining('not found') })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('seed §2: what is missing is named, with its query', async () => {
    expect((await get('/assets/gone.js?x=1')).json()).toEqual({
      error: 'Page not found: /assets/gone.js?x=1',
      code: 'not_found',
    })
  })
})

describe('the page that Hospitable sends people back to', () => {
  test('field 31: the code leaves the address before a browser remembers it', async () => {
    const answer = await get('/hospitable-redirect?code=SECRET&state=S')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['location']).toBe('/hospitable-redirect?answer=allowed')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).not.toContain('SECRET')
  })

  test('without a code it is a page like others', async () => {
    expect((await get('/hospitable-redirect')).statusCode).toBe(200)
    expect((await get('/hospitable-redirect?answer=denied')).statusCode).toBe(200)
  })
})

describe('in production, the pages for testing', () => {
  test('/my-jobs-staging is not there', async () => {
    expect((await get('/my-jobs-staging', production)).statusCode).toBe(404)
    expect((await get('/offer-OLD', production)).statusCode).toBe(200)
  })

  test.each(['/places-testing', '/timezone-tester'])('%s is for operators', async (path) => {
    const statusFor = async (cookies: Map<string, string>) =>
      (
        await production.server.inject({
          method: 'GET',
          url: path,
          cookies: Object.fromEntries(cookies),
        })
      ).statusCode
    expect(await statusFor(new Map())).toBe(403)
    const crew = await signedIn(production, await buildCrew(production.app))
    expect(await statusFor(crew.cookies)).toBe(403)
    const operator = await signedIn(production, await buildOperator(production.app))
    expect(await statusFor(operator.cookies)).toBe(200)
  })
})
