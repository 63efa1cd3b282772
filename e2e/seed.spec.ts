/** Facts of the seed that only a browser can show: the document, the banner, cookies, toasts and the frozen dialog. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DAY_MS, type Instant } from '#domain/time.ts'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const staging = await openStage({ environment: { CREW_ENV: 'staging', CREW_SECRET: 'x'.repeat(48) } })
const { app } = stage.testApp
const WIDE = { width: 1280, height: 800 }

test('§1 title: the page title is Crew', async () => {
  expect(await documentText()).toContain('<title>Crew</title>')
  const page = await stage.openAs(await buildCustomer(app))
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.title()).toBe('Crew')
  await page.goto('/billing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.title()).toBe('Crew · Billing')
  await page.context().close()
})

test('§1 theme colour: it is #F5F5F5, in the page and when installed', async () => {
  const page = await stage.open()
  await page.goto('/login')
  const colours = page.locator('meta[name="theme-color"][media="(prefers-color-scheme: light)"]')
  expect(await colours.getAttribute('content')).toBe('#F5F5F5')
  const manifest = (await (await fetch(`${stage.origin}/manifest.webmanifest`)).json()) as object
  expect(manifest).toMatchObject({ name: 'Crew', theme_color: '#F5F5F5', display: 'standalone' })
  await page.context().close()
})

test('§1 viewport: initial scale 1, no user scaling, cover', async () => {
  const page = await stage.open()
  await page.goto('/login')
  const viewport = await page.locator('meta[name="viewport"]').getAttribute('content')
  const parts = new Map(viewport!.split(',').map((part) => part.trim().split('=') as [string, string]))
  expect(Object.fromEntries(parts)).toMatchObject({
    'initial-scale': '1',
    'user-scalable': 'no',
    'maximum-scale': '1',
    'viewport-fit': 'cover',
  })
  await page.context().close()
})

test('§1 splash images: each exists in the exact pixels of the screens that ask for it', async () => {
  const links = [
    ...(await documentText()).matchAll(
      /<link rel="apple-touch-startup-image" media="([^"]+)" href="([^"]+)"/g,
    ),
  ]
  expect(links.length).toBeGreaterThanOrEqual(15)
  for (const [, media, address] of links) {
    const numbers = /device-width: (\d+)px.*device-height: (\d+)px.*ratio: (\d)/
      .exec(media!)!
      .slice(1)
      .map(Number)
    const [width, height, ratio] = numbers as [number, number, number]
    const response = await fetch(stage.origin + address)
    expect(response.headers.get('content-type')).toBe('image/png')
    const picture = Buffer.from(await response.arrayBuffer())
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([width * ratio, height * ratio])
  }
})

test('§2 staging banner: TEST STAGING ENVIRONMENT stands where the environment is staging, nowhere else', async () => {
  for (const [place, count] of [
    [staging, 1],
    [stage, 0],
  ] as const) {
    const page = await place.open()
    for (const path of ['/login', '/update-billing']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('TEST STAGING ENVIRONMENT', { exact: true }).count()).toBe(count)
    }
    await page.context().close()
  }
})

test.each(['/login', '/get-started', '/no-such-page', '/anything/gone', '/account', '/'])(
  '§5 coupon and sponsor: %s saves them into their cookies for 30 days and the path /',
  async (path) => {
    const page = await stage.open()
    await page.goto(`${path}?coupon=SPRING26&sponsor=rosa_1`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // What the build draws into the document is seen before anything runs.
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name), { timeout: 20_000 })
      .toContain('crew_affiliate_code')
    const cookies = await page.context().cookies()
    const saved = (name: string) => cookies.find((cookie) => cookie.name === name)
    expect(saved('crew_affiliate_code')).toMatchObject({ value: 'SPRING26', path: '/' })
    expect(saved('crew_sponsor')).toMatchObject({ value: 'rosa_1', path: '/' })
    for (const name of ['crew_affiliate_code', 'crew_sponsor']) {
      const days = (saved(name)!.expires * 1_000 - Date.now()) / DAY_MS
      expect(days).toBeGreaterThan(29.9)
      expect(days).toBeLessThanOrEqual(30)
    }
    await page.context().close()
  },
)

/** What of a link a browser remembers. */
async function savedIn(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies()
  const ours = cookies.filter(({ name }) => name === 'crew_affiliate_code' || name === 'crew_sponsor')
  return Object.fromEntries(ours.map(({ name, value }) => [name, value]))
}

test('§5 coupon and sponsor: a later link takes the place of the one before', async () => {
  const page = await stage.open()
  for (const code of ['FIRST', 'SECOND']) {
    await page.goto(`/login?coupon=${code}&sponsor=${code}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(() => savedIn(page), { timeout: 20_000 })
      .toEqual({ crew_affiliate_code: code, crew_sponsor: code })
  }
  await page.context().close()
})

test('W4: a coupon that is too long or forged leaves no cookie, and the page stays usable', async () => {
  const page = await stage.open()
  for (const coupon of ['x'.repeat(4_096), 'a%0d%0aSet-Cookie:b=1', 'a;Domain=evil.example'])
    await page.goto(`/login?coupon=${coupon}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('crew_affiliate_code')
  await page.context().close()
})

test('§9 toasts: they stand top-right and go after 3000 ms', async () => {
  const page = await stage.openAs(await buildCustomer(app), { viewport: WIDE })
  const isStarted = startOf(page)
  await page.goto('/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await isStarted
  // From here on time passes only as it is told to: a busy machine would let the toast go before it is looked at.
  await page.clock.pauseAt(stage.testApp.clock.now() + 10 * 60_000)
  // Signed out from elsewhere: the next call says so with a toast, this person's or one that the page makes by itself.
  await page.context().clearCookies({ name: 'crew_session' })
  const click = page
    .getByRole('link', { name: 'Billing' })
    .first()
    .click()
    .catch(() => undefined)
  const toast = page.getByText('You have been signed out. Sign in again.')
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return toast.count()
    })
    .toBe(1)
  const box = (await toast.locator('xpath=..').boundingBox())!
  expect(box.y).toBeLessThan(60)
  expect(WIDE.width - (box.x + box.width)).toBeLessThan(40)
  await page.clock.runFor(2_000)
  expect(await toast.count()).toBe(1)
  await page.clock.runFor(1_000)
  expect(await toast.count()).toBe(0)
  await page.context().close()
  await click
})

test('§8 frozen: the dialog names the date in the user’s own zone, the notes and the support', async () => {
  // Noon in New York is ten in Denver, where this browser is.
  const frozenUntil = Date.parse('2026-03-10T16:00:00Z') as Instant
  const crew = await buildCrew(app, {
    timeZone: 'America/New_York',
    frozenUntil,
    frozenNotes: 'Insurance papers are missing.',
  })
  const page = await stage.openAs(crew)
  await page.goto('/account')
  const dialog = page.getByRole('alertdialog', { name: 'Your Account Is Frozen', exact: true })
  await dialog.waitFor()
  const words = (await dialog.innerText()).replace(/\u202f/g, ' ')
  expect(words).toContain('Your account is frozen until Mar 10, 2026, 12:00 PM.')
  expect(words).toContain('Insurance papers are missing.')
  expect(words).toContain(
    `If you think this is in error, please contact support at ${app.config.supportEmail}.`,
  )
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.context().close()
})

test('§4 frozen: once frozen_until has passed there is no dialog', async () => {
  const past = (stage.testApp.clock.now() - 1_000) as Instant
  const page = await stage.openAs(await buildCrew(app, { frozenUntil: past, frozenNotes: 'Old.' }))
  const isStarted = startOf(page)
  await page.goto('/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await isStarted
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.context().close()
})

test('§5 cookies: those of the session last 30 days for the path /', async () => {
  const page = await stage.open()
  const password = 'seventeen quiet herons'
  await stage.testApp.client().call('POST /api/register-customer', {
    body: { name: 'Cleo Cookie', email: 'cleo@example.test', phone: '3035550112', password },
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('cleo@example.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const cookies = await page.context().cookies()
  for (const name of ['crew_session', 'crew_signed_in']) {
    const cookie = cookies.find((each) => each.name === name)!
    expect(cookie.path).toBe('/')
    expect((cookie.expires * 1_000 - Date.now()) / DAY_MS).toBeCloseTo(30, 1)
  }
  await page.context().close()
})

async function documentText(): Promise<string> {
  return (await fetch(`${stage.origin}/login`)).text()
}

/** The live stream begins when the start is over, and never ends: the network of the signed in is not idle again. */
function startOf(page: Page): Promise<unknown> {
  return page.waitForRequest(/\/api\/events/)
}
