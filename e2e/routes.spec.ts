/** Seed §2 and §6 in the browser: every address, who may see it, and what happens to everybody else. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PAGE_PATHS } from '#contract/pages.ts'
import { buildCrew, buildCustomer, buildOperator } from '#testing/build.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
const WORDS = {
  notReady: 'This page isn’t ready yet.',
  wrongAccount: 'This page is for another kind of account',
}

type Who = 'nobody' | 'customer' | 'crew' | 'operator'
const pages = {
  nobody: await stage.open(),
  customer: await stage.openAs(await buildCustomer(app, { name: 'Cora Customer' })),
  crew: await stage.openAs(await buildCrew(app, { name: 'Cruz Crew' })),
  operator: await stage.openAs(await buildOperator(app, { name: 'Olga Operator' })),
} satisfies Record<Who, Page>

/** Opens the address and waits for its heading. */
async function visit(who: Who, path: string) {
  const page = pages[who]
  const response = await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  return { page, status: response?.status(), heading: await heading.innerText() }
}

async function expectScreen(who: Who, path: string) {
  const { page, status, heading } = await visit(who, path)
  expect(status).toBe(200)
  expect(new URL(page.url()).pathname).toBe(path)
  expect(heading).not.toBe('Page not found')
  expect(heading).not.toBe('Something broke on this page')
  expect(heading).not.toBe(WORDS.wrongAccount)
  // Whoever an address is for finds a page there.
  expect(await page.getByText(WORDS.notReady).count()).toBe(0)
}

const ROUTES: readonly (readonly [string, ...Who[]])[] = [
  ['/account', 'customer', 'crew', 'operator'],
  ['/add-card', 'customer'],
  ['/authenticate', 'nobody'],
  ['/billing', 'customer'],
  ['/complex', 'crew'],
  ['/complexes', 'crew'],
  ['/confirm-jobs', 'crew'],
  ['/crew-account', 'crew'],
  ['/crew-commissions', 'crew'],
  ['/crew-payments', 'crew'],
  ['/customer-commissions', 'customer'],
  ['/customer-complex', 'customer'],
  ['/customer-complexes', 'customer'],
  ['/forgot-password', 'nobody'],
  ['/get-started', 'nobody'],
  ['/hospitable-redirect', 'customer'],
  ['/', 'customer', 'crew', 'operator'],
  ['/jobs-list', 'customer', 'crew'],
  ['/jobs', 'customer', 'crew'],
  ['/login', 'nobody'],
  ['/my-assignments', 'crew'],
  ['/my-jobs-staging', 'crew'],
  ['/notification-preferences', 'customer', 'crew'],
  ['/ondemand', 'customer', 'nobody'],
  ['/open-tax-forms', 'crew'],
  ['/places-testing', 'operator'],
  ['/recyclops-payouts', 'crew'],
  ['/register-crew', 'nobody'],
  ['/register-customer', 'nobody'],
  ['/stripe-connect', 'crew', 'customer'],
  ['/timezone-tester', 'customer', 'crew', 'operator'],
  ['/update-billing', 'nobody'],
  ['/welcome-crew', 'crew'],
  ['/welcome-customer', 'customer'],
]

test.each(ROUTES.flatMap(([path, ...whom]) => whom.map((who) => [path, who] as const)))(
  '§2 routes: %s is there for %s',
  (path, who) => expectScreen(who, path),
)

const UUID = '00000000-0000-4000-8000-000000000000'

test.each([
  ['/account/payments/', 'customer'],
  ['/account/payments/', 'crew'],
  ['/offer/', 'crew'],
  ['/reset-password/', 'nobody'],
  ['/go/', 'nobody'],
] as const)('§2 parameters: %s… is there for %s with its last part as parameter', async (path, who) => {
  await expectScreen(who, path + UUID)
  expect((await visit(who, path)).status).toBe(404)
})

test.each([`?offer_id=${UUID}`, ''])('§2 routes: the legacy offer page is there with %j', async (search) => {
  const { status, heading } = await visit('crew', `/offer-OLD${search}`)
  expect(status).toBe(200)
  expect(heading).not.toBe('Page not found')
})

test('§2 home: a customer, a crew and an operator each have their own', async () => {
  const titles = new Map<Who, string>()
  for (const who of ['customer', 'crew', 'operator'] as const) {
    await visit(who, '/')
    titles.set(who, await pages[who].getByRole('main').innerText())
  }
  expect(new Set(titles.values()).size).toBe(3)
})

test.each([
  ['customer', '/crew-payments'],
  ['customer', '/complexes'],
  ['customer', '/operator'],
  ['crew', '/billing'],
  ['crew', '/customer-complexes'],
  ['crew', '/operator/people'],
  ['operator', '/add-card'],
] as const)('§6 roles: a %s who opens %s is turned to their own home', async (who, path) => {
  const { page, heading } = await visit(who, path)
  expect(heading).toBe(WORDS.wrongAccount)
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

const PUBLIC = [
  '/get-started',
  '/get-started/terms',
  '/get-started/privacy',
  '/get-started/help',
  '/register-crew',
  '/register-customer',
  '/login',
  '/forgot-password',
  `/reset-password/${UUID}`,
  '/my-assignments',
  '/authenticate',
  '/ondemand',
  `/go/${UUID}`,
  '/go/unsubscribe',
  '/update-billing',
]

test.each([...PUBLIC, '/my-assignments/anything', '/anything/gone', '/x/update-billing/y'])(
  '§6 public paths: %s opens without sign-in',
  async (path) => {
    const { page } = await visit('nobody', path)
    expect(new URL(page.url()).pathname).toBe(path)
  },
)

const guarded = PAGE_PATHS.map((path) => path.replace(/:\w+/, UUID)).filter((path) => !PUBLIC.includes(path))

test('§6 other paths: every other path leads to /login without sign-in', async () => {
  const page = pages.nobody
  await page.goto('/login')
  for (const path of [...guarded, '/no-such-page']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/login')
    const isWayBack = path !== '/' && path !== '/logout'
    expect(new URL(page.url()).searchParams.get('to')).toBe(isWayBack ? path : null)
  }
})

test('§6 other paths: whoever signs in comes to where they wanted to go, with the query', async () => {
  const password = 'seventeen quiet herons'
  const client = stage.testApp.client()
  const registered = await client.call('POST /api/register-customer', {
    body: { name: 'Wanda Way', email: 'wanda@example.test', phone: '3035550111', password },
  })
  expect(registered.status).toBe(200)
  const page = await stage.open()
  await page.goto('/account?from=mail#phone')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill('wanda@example.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.search + url.hash === '/account?from=mail#phone')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'crew_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  await page.context().close()
})

test('field 31: Hospitable’s code is in no address and no history, and signing in goes on afterwards', async () => {
  const password = 'seventeen quiet herons'
  await stage.testApp.client().call('POST /api/register-customer', {
    body: { name: 'Hana Host', email: 'hana@example.test', phone: '3035550119', password },
  })
  const page = await stage.open()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/hospitable-redirect?code=SECRET&state=S')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill('hana@example.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.search === '/hospitable-redirect?answer=allowed')
  await page.getByText('Crew can’t connect to Hospitable here', { exact: false }).waitFor()
  expect(addresses.filter((address) => address.includes('SECRET'))).toEqual([])
  await page.context().close()
})

test('§2 logout: it clears the auth cookie and goes to /login', async () => {
  const page = await stage.openAs(await buildCustomer(app))
  await page.goto('/account')
  const session = (await page.context().cookies()).find(({ name }) => name === 'crew_session')!
  await page.goto('/logout')
  await page.waitForURL((url) => url.pathname === '/login')
  const after = (await page.context().cookies()).map(({ name }) => name)
  expect(after).not.toContain('crew_session')
  expect(after).not.toContain('crew_signed_in')
  const again = await fetch(`${stage.origin}/api/user`, {
    headers: { cookie: `crew_session=${session.value}` },
  })
  expect(again.status).toBe(401)
  await page.context().close()
})

test.each(['/no-such-page', '/no/such/page?x=1&y=%20#z', '/jobs/', '/Jobs', '/offer-old'])(
  '§2 not found: %s has status 404 and its message',
  async (path) => {
    const { page, status, heading } = await visit('customer', path)
    expect(status).toBe(404)
    expect(heading).toBe('Page not found')
    expect(await page.getByText(`Page not found: ${path}`, { exact: true }).count()).toBe(1)
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  },
)

test('§2 not found: an unknown call has the status and the message too', async () => {
  const response = await fetch(`${stage.origin}/api/no-such-call?x=1`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'Page not found: /api/no-such-call?x=1' })
})

test('§2 not found: HEAD tells the same status as GET', async () => {
  expect((await fetch(`${stage.origin}/login`, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${stage.origin}/no-such-page`, { method: 'HEAD' })).status).toBe(404)
})
