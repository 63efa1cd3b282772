import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'

const SHELL = `<!doctype html><html lang="en"><head><meta name="description" content="x" /></head><body><div id="root"></div></body></html>`

let pagesDirectory: string
let testApp: TestApp
let production: TestApp
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-documents-'))
  await mkdir(join(pagesDirectory, 'drawn'))
  await Promise.all([
    writeFile(join(pagesDirectory, 'index.html'), SHELL),
    writeFile(
      join(pagesDirectory, 'drawn/parts.json'),
      JSON.stringify({ firstTaps: 'taps.js', afterPaint: '1' }),
    ),
    writeFile(join(pagesDirectory, 'drawn/get-started.en.html'), '<h1>Your chores</h1>'),
    writeFile(join(pagesDirectory, 'drawn/get-started.es.html'), '<h1>Tus tareas</h1>'),
    writeFile(join(pagesDirectory, 'drawn/login.en.html'), '<h1>Sign in</h1>'),
    writeFile(join(pagesDirectory, 'drawn/login.es.html'), '<h1>Entrar</h1>'),
    writeFile(join(pagesDirectory, 'drawn/ondemand.en.html'), '<h1>Book</h1>'),
  ])
  testApp = await createTestApp({ pagesDirectory })
  production = await createTestApp({
    pagesDirectory,
    environment: {
      CREW_ENV: 'production',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
      CREW_ORIGIN: 'https://crew.example',
      CREW_SECRET: 'x'.repeat(48),
    },
  })
})
afterAll(async () => {
  await Promise.all([testApp.close(), production.close()])
  await rm(pagesDirectory, { recursive: true })
})

function get(url: string, headers: Record<string, string> = {}, app = production) {
  return app.server.inject({ method: 'GET', url, headers })
}

describe('the document of /get-started', () => {
  test.each([
    ['en-US,en;q=0.9', 'en', 'Your chores'],
    ['es-MX,es;q=0.9', 'es', 'Tus tareas'],
    ['fr-FR,es;q=0.8', 'es', 'Tus tareas'],
    ['fr-FR', 'en', 'Your chores'],
  ])('asked for in %s shows its page before any script, in %s', async (asked, language, heading) => {
    const { payload, headers } = await get('/get-started', { 'accept-language': asked })
    expect(payload).toContain(`<html lang="${language}">`)
    expect(payload).toContain(`<div id="root" data-drawn><h1>${heading}</h1></div>`)
    expect(headers['vary']).toContain('accept-language')
  })

  test('is the bare shell for who is signed in, who sees the page within the app', async () => {
    const { payload } = await get('/get-started', { cookie: 'crew_signed_in=1' })
    expect(payload).toContain('<div id="root"></div>')
  })

  test('names itself without the query, and what a preview of a link shows', async () => {
    const { payload } = await get('/get-started?sponsor=AB12CD34&utm_source=x')
    expect(payload).toContain('<link rel="canonical" href="https://crew.example/get-started" />')
    expect(payload).toContain('<meta property="og:image" content="https://crew.example/share.png" />')
    expect(payload).toMatch(/<meta property="og:title" content="Crew · [^"]+" \/>/)
    expect(payload.match(/name="description"/g)).toHaveLength(1)
    expect(payload).not.toContain('AB12CD34')
  })

  test('tells search engines which cities are served', async () => {
    const { payload } = await get('/get-started')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(payload)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'HomeAndConstructionBusiness',
      url: 'https://crew.example/get-started',
      areaServed: [{ name: 'Denver' }],
    })
  })
})

describe('a page that strangers come to', () => {
  test.each([
    ['/login', {}, 'Sign in'],
    ['/login?to=%2Fjobs', {}, 'Sign in'],
    ['/login', { 'accept-language': 'es-MX' }, 'Entrar'],
    ['/login', { 'accept-language': 'es-MX', cookie: 'crew_language=en' }, 'Sign in'],
    ['/login', { 'accept-language': 'es-MX', cookie: '__Host-crew_language=en' }, 'Sign in'],
    ['/ondemand?sponsor=AB12CD34', { cookie: '__Host-crew_device=x' }, 'Book'],
  ])('%s, asked for with %j, comes drawn: %s', async (url, headers, heading) => {
    expect((await get(url, headers)).payload).toContain(`<div id="root" data-drawn><h1>${heading}</h1></div>`)
  })

  test.each([
    ['/login', { cookie: 'crew_signed_in=1' }],
    // It is welcomed back, by the way that was used last.
    ['/login', { cookie: '__Host-crew_device=x' }],
    ['/login', { cookie: 'isMobile=1' }],
    ['/login?by=code', {}],
    ['/ondemand', { cookie: 'crew_signed_in=1' }],
    ['/ondemand?order=abc', {}],
    ['/ondemand?step=what', {}],
    ['/ondemand', { 'accept-language': 'es' }],
    ['/', {}],
  ])('%s, asked for with %j, is left to the script', async (url, headers) => {
    expect((await get(url, headers)).payload).toContain('<div id="root"></div>')
  })
})

test.each([
  ['/get-started', undefined],
  ['/ondemand', undefined],
  ['/register-crew', undefined],
  ['/login', 'noindex'],
  ['/', 'noindex'],
  ['/go/abc', 'noindex'],
  ['/reset-password/abc', 'noindex'],
])('%s is found by search engines: %s', async (path, robots) => {
  expect((await get(path)).headers['x-robots-tag']).toBe(robots)
})

test('robots are told what is not theirs, and where the map is, which names only what anybody may see', async () => {
  const robots = await get('/robots.txt')
  expect(robots.headers['content-type']).toContain('text/plain')
  expect(robots.payload).toContain('Disallow: /api/\n')
  expect(robots.payload).toContain('Sitemap: https://crew.example/sitemap.xml')
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers['content-type']).toContain('application/xml')
  const paths = [...sitemap.payload.matchAll(/<loc>https:\/\/crew\.example(.*?)<\/loc>/g)].map(
    ([, path]) => path,
  )
  expect(paths).toContain('/get-started')
  expect(paths.filter((path) => !/^\/(get-started|ondemand|register-)/.test(path ?? ''))).toEqual([])
})

test('a trial is nobody’s to find', async () => {
  expect((await get('/robots.txt', {}, testApp)).payload).toBe('User-agent: *\nDisallow: /\n')
})

test('who found a weakness is told where to report it, in a file that has not run out, and on a page', async () => {
  const { payload, headers } = await get('/.well-known/security.txt')
  expect(headers['content-type']).toContain('text/plain')
  expect(payload).toContain('Contact: mailto:support@crew.localhost\n')
  expect(payload).toContain('Policy: https://crew.example/security\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(payload)![1]!)
  const days = (expires - testApp.clock.now()) / 86_400_000
  expect(days > 170 && days < 365).toBe(true)
  expect((await get('/security.txt')).headers['location']).toBe('/.well-known/security.txt')
  const english = await get('/security')
  const spanish = await get('/security', { 'accept-language': 'es-MX,es' })
  expect(english.payload).toContain('<h1>Crew · Report a weakness</h1>')
  expect(spanish.payload).toContain('<html lang="es">')
  expect(spanish.payload).toContain('mailto:support@crew.localhost')
})
