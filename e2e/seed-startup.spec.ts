/** Seed §4 and §7 in the browser: what is asked for when somebody is signed in, when, and how. */
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

type Seen = { readonly key: string; readonly request: Request }

/** The calls of start-up, in the order in which the page makes them. */
const STARTUP = [
  'GET /api/user',
  'POST /api/get-payment-method',
  'GET /api/property-groups',
  'GET /api/properties',
  'GET /api/pricing',
  'POST /api/get-job-routes',
  'POST /api/get-complexes',
  'POST /api/get-complex-groups',
]

function watch(page: Page): Seen[] {
  const seen: Seen[] = []
  page.on('request', (request) => {
    const key = `${request.method()} ${new URL(request.url()).pathname}`
    if (STARTUP.includes(key)) seen.push({ key, request })
  })
  return seen
}
const keysOf = (seen: readonly Seen[]) => seen.map(({ key }) => key)
/** Time for the network and the page, none of it on the page's own clock. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 400))

/** Opens a page whose clock stands still, and waits for its user. */
async function openStanding(user: Parameters<typeof stage.openAs>[0], path: string) {
  const page = await stage.openAs(user)
  const seen = watch(page)
  await page.clock.pauseAt(stage.testApp.clock.now() + 60_000)
  const answered = page.waitForResponse((response) => response.url().includes('/api/user'))
  await page.goto(path)
  await answered
  // What the start-up needs is a download of its own; its delays count from when it is here.
  const isHere = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/run-startup'))`
  for (let tries = 0; tries < 50 && !(await page.evaluate<boolean>(isHere)); tries++) await breathe()
  await breathe()
  return { page, seen }
}

test('§4 startup: the browser asks in the order and with the delays that are given', async () => {
  const { page, seen } = await openStanding(await buildCrew(app), '/account')
  expect(keysOf(seen)).toEqual(STARTUP.slice(0, 1))
  await page.clock.runFor(99)
  await breathe()
  expect(keysOf(seen)).toEqual(STARTUP.slice(0, 1))
  await page.clock.runFor(1)
  await breathe()
  expect(keysOf(seen)).toEqual(STARTUP.slice(0, 4))
  await page.clock.runFor(399)
  await breathe()
  expect(keysOf(seen)).toEqual(STARTUP.slice(0, 4))
  await page.clock.runFor(1)
  await breathe()
  expect(keysOf(seen)).toEqual(STARTUP)
  await page.context().close()
})

test('§4 job routes: without a position they are not asked for', async () => {
  const crew = await buildCrew(app)
  await app.db.updateTable('users').set({ lat: null, lng: null }).where('id', '=', crew.userId).execute()
  const { page, seen } = await openStanding(crew, '/account')
  await page.clock.runFor(100)
  await page.clock.runFor(400)
  await breathe()
  expect(keysOf(seen)).toEqual(STARTUP.filter((key) => key !== 'POST /api/get-job-routes'))
  await page.context().close()
})

test('§4 startup: a screen opened directly does not wait for the delayed loads', async () => {
  const { page, seen } = await openStanding(await buildCustomer(app), '/customer-complexes')
  // React may hold back a screen whose placeholder has just been drawn, by at most 300 ms.
  for (const step of [20, 20, 300, 20]) {
    await page.clock.runFor(step)
    await breathe()
  }
  expect(keysOf(seen)).toContain('POST /api/get-complexes')
  expect(keysOf(seen)).not.toContain('GET /api/pricing')
  await page.clock.runFor(140)
  await breathe()
  expect(keysOf(seen).filter((key) => key === 'POST /api/get-complexes')).toHaveLength(1)
  await page.context().close()
})

test('§7 page payload: /get-started asks for its own file', async () => {
  const page = await stage.open()
  const asked = page.waitForResponse((response) => response.url().endsWith('/get-started/_payload.json'))
  await page.goto('/get-started')
  expect((await asked).status()).toBe(200)
  await page.context().close()
})

test('§4 startup: nobody signed in loads nothing', async () => {
  const page = await stage.open()
  const seen = watch(page)
  await page.goto('/login')
  await page.clock.runFor(1_000)
  await breathe()
  expect(keysOf(seen)).toEqual([])
  await page.context().close()
})

test('§8 logged failures: properties, complexes, pricing and property groups only leave a line in the console', async () => {
  const page = await stage.openAs(await buildCustomer(app))
  const failing = ['/api/properties', '/api/get-complexes', '/api/pricing', '/api/property-groups']
  const lines: string[] = []
  page.removeAllListeners('console')
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('loading')) lines.push(message.text())
  })
  for (const path of failing)
    await page.route(`**${path}`, (route) =>
      route.fulfill({ status: 500, json: { error: 'It is broken.', code: 'internal' } }),
    )
  await page.goto('/account')
  await expect.poll(() => lines.length).toBe(4)
  // They are asked for side by side: which answer comes first is chance.
  for (const what of ['property groups', 'properties', 'pricing', 'complexes'])
    expect(lines).toContainEqual(expect.stringContaining(`loading ${what} failed`))
  expect(await page.getByText('It is broken.').count()).toBe(0)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.context().close()
})

test('§8 payment method error: a dialog in the browser shows the server’s text', async () => {
  const page = await stage.openAs(await buildCustomer(app))
  await page.route('**/api/get-payment-method', (route) =>
    route.fulfill({ json: { hasCard: true, card: null, dueCents: 0, error: 'Your card was declined.' } }),
  )
  await page.goto('/account')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('Your card was declined.')
  await page.context().close()
})

const calls = new Map<string, Request>()
beforeAll(async () => {
  const crew = await buildCrew(app)
  await buildWeeklyJob(app)
  const page = await stage.openAs(crew)
  const seen = watch(page)
  await page.goto('/account')
  await vi.waitFor(() => expect(seen).toHaveLength(STARTUP.length), { timeout: 10_000 })
  for (const { key, request } of seen) calls.set(key, request)
})

async function answerOf(key: string): Promise<unknown> {
  const response = await calls.get(key)!.response()
  expect(response!.status()).toBe(200)
  return response!.json()
}

test('§7 user: GET /api/user asks for fields=* and answers the user', async () => {
  expect(new URL(calls.get('GET /api/user')!.url()).search).toBe('?fields=*')
  const user = (await answerOf('GET /api/user')) as object
  expect(Object.keys(user)).toEqual(
    expect.arrayContaining(['type', 'lat', 'lng', 'frozen_until', 'frozen_notes']),
  )
  expect(user).toMatchObject({ type: 'Crew' })
  expect(user).not.toHaveProperty('error')
})

test('§3 user: it has a type, a position and what is said about freezing', async () => {
  expect(await answerOf('GET /api/user')).toMatchObject({
    type: 'Crew',
    lat: expect.any(Number) as number,
    lng: expect.any(Number) as number,
    frozen_until: null,
    frozen_notes: null,
  })
})

test('§7 job routes: POST /api/get-job-routes has no body and answers jobs, days and recommendedRoutes', async () => {
  expect(calls.get('POST /api/get-job-routes')!.postData()).toBeNull()
  expect(await answerOf('POST /api/get-job-routes')).toMatchObject({
    jobs: expect.any(Array) as unknown[],
    days: expect.any(Array) as unknown[],
    recommendedRoutes: expect.any(Array) as unknown[],
  })
})

test.each(['GET /api/properties', 'GET /api/pricing', 'GET /api/property-groups'])(
  '§7 lists: %s has no payload and answers a list',
  async (key) => {
    const request = calls.get(key)!
    expect(new URL(request.url()).search).toBe('')
    expect(request.postData()).toBeNull()
    expect(await answerOf(key)).toBeInstanceOf(Array)
  },
)

test.each(['POST /api/get-complexes', 'POST /api/get-complex-groups'])(
  '§7 complexes: %s answers a list',
  async (key) => {
    expect(calls.get(key)!.postData()).toBe('{}')
    expect(await answerOf(key)).toBeInstanceOf(Array)
  },
)

test('§7 payment method: POST /api/get-payment-method answers how the customer pays', async () => {
  const key = 'POST /api/get-payment-method'
  expect(calls.get(key)!.postData()).toBe('{}')
  expect(await answerOf(key)).toMatchObject({ hasCard: false, card: null })
})

test.each(STARTUP)('§7 credentials: %s sends them', async (key) => {
  expect((await calls.get(key)!.allHeaders())['cookie']).toContain('crew_session=')
})
