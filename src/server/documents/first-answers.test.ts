import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fieldsIn, parseJson } from '#contract/outside.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'

const SHELL = `<!doctype html><html lang="en"><head></head><body><div id="root"></div></body></html>`
const USER = 'GET /api/user?fields=*'
const HINT = '<link rel="modulepreload" href="/assets/home-abc.js" />'
const HOSTILE = '</script><script>alert("$&")</script><!--'

let pagesDirectory: string
let testApp: TestApp
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-first-'))
  await mkdir(join(pagesDirectory, 'drawn'))
  await Promise.all([
    writeFile(join(pagesDirectory, 'index.html'), SHELL),
    writeFile(join(pagesDirectory, 'drawn/hints.json'), JSON.stringify({ 'Customer / es': HINT })),
  ])
  testApp = await createTestApp({ pagesDirectory })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await testApp.close()
  await rm(pagesDirectory, { recursive: true })
})

type Cookies = ReadonlyMap<string, string>

function open(url: string, cookies: Cookies, method: 'GET' | 'HEAD' = 'GET') {
  return testApp.server.inject({ method, url, cookies: Object.fromEntries(cookies) })
}

function answersIn(html: string): Readonly<Record<string, unknown>> {
  const block = /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html)?.[1]
  return fieldsIn(parseJson(block ?? ''))
}

/** A busy machine may be too late for some at first; then the page would ask them itself. */
function opened(url: string, cookies: Cookies, calls: readonly unknown[]) {
  return vi.waitFor(
    async () => {
      const document = await open(url, cookies)
      const answers = answersIn(document.payload)
      expect(Object.keys(answers)).toEqual(expect.arrayContaining([...calls]))
      return { headers: document.headers, payload: document.payload, answers }
    },
    { timeout: 5_000 },
  )
}

/** What the page would be told, had it asked by itself. */
async function asked(call: string, cookies: Cookies): Promise<unknown> {
  const [, method, url, body] = /^(GET|POST) ([^{]+)(\{.*)?$/.exec(call)!
  const answer = await testApp.server.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url: url!,
    cookies: Object.fromEntries(cookies),
    ...(body === undefined ? {} : { payload: parseJson(body) as object }),
  })
  return answer.json()
}

const people = {
  customer: async () => {
    const customer = await buildCustomer(testApp.app, { name: HOSTILE, locale: 'es' })
    await buildProperty(testApp.app, customer.userId, { name: HOSTILE })
    return customer
  },
  crew: () => buildCrew(testApp.app),
  operator: () => buildOperator(testApp.app),
}

describe('a document of somebody who is signed in', () => {
  test.each([
    ['customer', '/', ['GET /api/user?fields=*', 'GET /api/config', 'GET /api/customer-summary']],
    ['customer', '/jobs', [expect.stringMatching(/^POST \/api\/get-visits\{"from":"2026-03-02"/)]],
    ['crew', '/', ['GET /api/day', 'GET /api/offers', 'POST /api/get-visits-to-confirm']],
    ['crew', '/jobs', ['GET /api/services']],
    ['operator', '/operator', ['GET /api/operator-board', 'GET /api/unassigned-visits']],
    ['operator', '/', ['GET /api/operator-board']],
  ] as const)(
    'of a %s at %s answers what the page asks first, as each endpoint does',
    async (who, path, calls) => {
      const { cookies } = await signedIn(testApp, await people[who]())
      const { answers, headers } = await opened(path, cookies, calls)
      for (const [call, answer] of Object.entries(answers)) expect(answer).toEqual(await asked(call, cookies))
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('is ended by nothing that people wrote, and names the parts of the screen in their language', async () => {
    const { cookies } = await signedIn(testApp, await people.customer())
    const { payload, answers } = await opened('/', cookies, [USER, 'GET /api/customer-summary'])
    expect(payload).not.toContain(HOSTILE)
    expect(payload.match(/<\/script>/g)).toHaveLength(1)
    expect(fieldsIn(answers[USER])['name']).toBe(HOSTILE)
    expect(payload).toContain(`${HINT}</head>`)
  })

  test.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['is not there in time', () => new Promise<never>(() => undefined)],
  ])('goes without an answer that %s', async (_how, fail) => {
    const { cookies } = await signedIn(testApp, await people.customer())
    const inject = testApp.server.inject.bind(testApp.server)
    vi.spyOn(testApp.server, 'inject').mockImplementation(((asking: { url: string }) =>
      asking.url === '/api/customer-summary' ? fail() : inject(asking)) as typeof inject)
    const { answers } = await opened('/', cookies, ['GET /api/services'])
    expect(answers).not.toHaveProperty(['GET /api/customer-summary'])
  })

  test('has none on other pages, of the wrong person, for a head, or without a live session', async () => {
    const { cookies } = await signedIn(testApp, await people.customer())
    expect((await open('/account', cookies)).payload).toBe(SHELL)
    expect((await open('/', cookies, 'HEAD')).headers['cache-control']).toBe('no-cache')
    expect(Object.keys((await opened('/operator', cookies, [USER])).answers)).toEqual([USER])
    const over = new Map(
      [...cookies].map(([name, value]) => [name, name.endsWith('_session') ? 'x'.repeat(43) : value]),
    )
    const { payload, headers } = await open('/', over)
    expect([payload, headers['cache-control']]).toEqual([SHELL, 'no-cache'])
  })
})

test('a document travels compressed to whoever reads that', async () => {
  const answer = await testApp.server.inject({
    url: '/login',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['vary']).toContain('accept-encoding')
  const older = await testApp.server.inject({ url: '/login', headers: { 'accept-encoding': 'gzip' } })
  expect(older.headers['content-encoding']).toBe('gzip')
})
