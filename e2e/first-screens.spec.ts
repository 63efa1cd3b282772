/** What shows with the document, before its script: nothing done in it is lost, and nobody sees what is another's. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { fieldsIn, parseJson } from '#contract/outside.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { openStage, untilWorking } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

/** The large script comes when the answer is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The document of the page, with whose it is: a busy machine has no answer in time at first. */
async function goUntilAnswered(page: Page, path: string, waitUntil: 'commit' | 'load'): Promise<string> {
  for (;;) {
    const document = await (await page.goto(path, { waitUntil }))!.text()
    if (document.includes('modulepreload')) return document
    // What this page goes on to ask is not taken for the next one's.
    await page.goto('about:blank')
  }
}

const USER = 'GET /api/user?fields=*'
const BLOCK = /<script type="application\/json" id="first-answers">(.*?)<\/script>/

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search}${request.postData() ?? ''}`
}

test('what is typed and tapped on /login before the script is there is not lost, and never in the address', async () => {
  const page = await stage.open()
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('rosa@example.test')
  await page.getByLabel('Password', { exact: true }).fill('a secret of hers')
  await page.waitForFunction('window.crewFirstTaps !== undefined')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(new URL(page.url()).search).toBe('')
  await email.focus()
  release()
  await untilWorking(page)
  expect(await email.inputValue()).toBe('rosa@example.test')
  const password = page.getByLabel('Password', { exact: true })
  expect([await password.inputValue(), await password.getAttribute('type')]).toEqual([
    'a secret of hers',
    'text',
  ])
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.context().close()
})

test('a form that is sent before even the small script is there goes nowhere', async () => {
  const page = await stage.open()
  const release = await holdScript(page)
  await page.route('**/assets/first-taps-*', (route) => route.abort())
  page.removeAllListeners('console')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill('rosa@example.test')
  await page.getByLabel('Password', { exact: true }).fill('a secret of hers')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(new URL(page.url()).search).toBe('')
  release()
  await untilWorking(page)
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('rosa@example.test')
  await page.context().close()
})

test('links of a drawn page lead on before any script; a stranger’s booking shows in their language', async () => {
  const page = await stage.open({ language: 'es' })
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('main a[href="/ondemand"]').click()
  await page.waitForURL('**/ondemand', { waitUntil: 'commit' })
  expect(await page.locator('#root[data-drawn] h1').innerText()).not.toBe('')
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  const drawn = await page.locator('#root h1').innerText()
  release()
  await untilWorking(page)
  expect(await page.locator('#root h1').innerText()).toBe(drawn)
  await page.context().close()
})

test('who signed in on this device before is welcomed back, and never shown as a stranger first', async () => {
  const page = await stage.open()
  const { cookies } = await signedIn(stage.testApp, await buildCustomer(app))
  expect([...cookies.keys()].length).toBeGreaterThan(0)
  await page.context().addCookies([{ name: 'crew_device', value: 'x'.repeat(22), url: stage.origin }])
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  expect(await page.locator('#root').innerHTML()).toBe('')
  release()
  await untilWorking(page)
  await page.context().close()
})

test.each([
  ['customer', '/'],
  ['customer', '/jobs'],
  ['crew', '/'],
  ['operator', '/operator'],
] as const)(
  'the first screen of a %s at %s is drawn from its document, with every part named in it',
  async (who, path) => {
    const build = { customer: buildCustomer, crew: buildCrew, operator: buildOperator }[who]
    const user = await build(app, { name: 'Nora First' })
    if (who === 'customer') await buildProperty(app, user.userId)
    const page = await stage.openAs(user)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.length = 0
      asked.push(nameOf(request))
    })
    const document = await goUntilAnswered(page, path, 'load')
    await page.locator('main h1').waitFor()
    // A busy machine keeps still for as long as an idle network, before the drawn page has asked anything.
    await untilWorking(page)
    await expect.poll(() => asked, { timeout: 20_000 }).toContain(USER)
    await page.waitForLoadState('networkidle')
    const given = Object.keys(fieldsIn(parseJson(BLOCK.exec(document)?.[1] ?? '')))
    expect(given).toContain(USER)
    // Who is signed in is asked all the same (seed §4).
    expect(given.filter((call) => asked.includes(call))).toEqual([USER])
    const hinted = [...document.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(
      ([, part]) => `GET ${part}`,
    )
    // Without its hints the page asks for each of these parts by itself.
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
        await route.fulfill({ response, body })
      },
    )
    asked.length = 0
    await page.reload()
    await expect.poll(() => hinted.filter((part) => !asked.includes(part)), { timeout: 20_000 }).toEqual([])
    await page.context().close()
  },
)

test('whose session took the place of another while the page was on its way is shown what is theirs', async () => {
  const first = await buildCustomer(app, { name: 'Ann Before' })
  const second = await buildCustomer(app, { name: 'Bea After' })
  await buildProperty(app, first.userId, { name: 'House of Ann' })
  const page = await stage.openAs(first)
  const release = await holdScript(page)
  await goUntilAnswered(page, '/', 'commit')
  const { cookies } = await signedIn(stage.testApp, second)
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: stage.origin })))
  release()
  await page.getByRole('heading', { name: /Bea/ }).waitFor()
  await expect.poll(() => page.getByText(/\bAnn\b/).count()).toBe(0)
  await page.context().close()
})

test('whose session ended while the page was on its way sees nothing of what came with it', async () => {
  const page = await stage.openAs(await buildCustomer(app, { name: 'Ann Before' }))
  const release = await holdScript(page)
  await goUntilAnswered(page, '/', 'commit')
  await page.context().clearCookies()
  release()
  await page.waitForURL('**/login')
  await page.context().close()
})
