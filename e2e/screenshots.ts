/** `npm run screenshots`: every screen of the demo city, on a phone and on a desktop, into `docs/screenshots`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#testing/cast.ts'
import { signIn, startProduct } from '../bench/started.ts'
import { CHROMIUM_FLAGS, DESKTOP, PHONE } from './chromium.ts'

const FOLDER = join(import.meta.dirname, '../docs/screenshots')

type Shot = { readonly name: string; readonly path: string; readonly prepare?: (page: Page) => Promise<void> }
type Cast = 'nobody' | 'customer' | 'crew' | 'operator' | 'frozen'

const SHOTS: Readonly<Record<Cast, readonly Shot[]>> = {
  nobody: [
    { name: 'get-started', path: '/get-started' },
    { name: 'login', path: '/login' },
    { name: 'register-customer', path: '/register-customer' },
    { name: 'register-crew', path: '/register-crew' },
    { name: 'forgot-password', path: '/forgot-password' },
  ],
  customer: [
    { name: 'customer-home', path: '/' },
    { name: 'customer-welcome', path: '/welcome-customer' },
    { name: 'customer-jobs', path: '/jobs' },
    { name: 'customer-jobs-list', path: '/jobs-list' },
    { name: 'customer-book', path: '/jobs?book=new' },
    { name: 'customer-visit', path: '/jobs', prepare: openFirst(/\/visit\//) },
    { name: 'customer-property', path: '/', prepare: openFirst(/\/property\//) },
    { name: 'customer-import', path: '/import-properties' },
    { name: 'customer-billing', path: '/billing' },
    { name: 'customer-receipt', path: '/billing', prepare: openFirst(/\/account\/payments\//) },
    { name: 'customer-add-card', path: '/add-card' },
    { name: 'customer-commissions', path: '/customer-commissions' },
    { name: 'customer-account', path: '/account' },
    { name: 'not-found', path: '/no-such-page' },
  ],
  crew: [
    { name: 'crew-home', path: '/' },
    { name: 'crew-welcome', path: '/welcome-crew' },
    { name: 'crew-jobs', path: '/jobs' },
    { name: 'crew-jobs-list', path: '/jobs-list' },
    { name: 'crew-assignments', path: '/my-assignments' },
    { name: 'crew-payments', path: '/crew-payments' },
    { name: 'crew-statement', path: '/crew-payments', prepare: openFirst(/\/account\/payments\//) },
    { name: 'crew-commissions', path: '/crew-commissions' },
    { name: 'crew-payout-account', path: '/stripe-connect' },
    { name: 'crew-account', path: '/crew-account' },
  ],
  operator: [
    { name: 'operator-board', path: '/operator' },
    { name: 'operator-people', path: '/operator/people' },
    { name: 'operator-money', path: '/operator/money' },
    { name: 'operator-outbox', path: '/operator/outbox' },
  ],
  frozen: [{ name: 'frozen-dialog', path: '/' }],
}

/** Shown in the dark and in Spanish, too. */
const IN_THE_DARK = ['customer-home', 'crew-home', 'crew-jobs', 'login']

await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: CHROMIUM_FLAGS,
})
try {
  for (const who of Object.keys(SHOTS) as Cast[]) await photograph(browser, who)
} finally {
  await browser.close()
  await product.stop()
}

async function photograph(chrome: Browser, who: Cast): Promise<void> {
  const cookie = who === 'nobody' ? '' : await signIn(product.origin, `${who}@demo.test`, DEMO_PASSWORD)
  for (const [suffix, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    const context = await chrome.newContext({
      baseURL: product.origin,
      viewport,
      locale: 'en-US',
      timezoneId: 'America/Denver',
    })
    await addCookies(context, cookie)
    for (const shot of SHOTS[who]) await take(context, shot, suffix)
    await context.close()
  }
  const dark = await chrome.newContext({
    baseURL: product.origin,
    viewport: PHONE,
    locale: 'es-US',
    colorScheme: 'dark',
    timezoneId: 'America/Denver',
  })
  await addCookies(dark, cookie)
  for (const shot of SHOTS[who].filter(({ name }) => IN_THE_DARK.includes(name)))
    await take(dark, shot, 'phone-dark-es', true)
  await dark.close()
}

async function take(
  context: BrowserContext,
  { name, path, prepare }: Shot,
  suffix: string,
  isSpanish = false,
): Promise<void> {
  const page = await context.newPage()
  if (isSpanish) await page.addInitScript("localStorage.setItem('crew_language', 'es')")
  await page.goto(path)
  await settle(page)
  await prepare?.(page)
  await settle(page)
  await page.screenshot({ path: join(FOLDER, `${name}-${suffix}.jpg`), type: 'jpeg', quality: 72 })
  process.stdout.write(`${name} (${suffix})\n`)
  await page.close()
}

/** Until nothing loads and no skeleton waits any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page
    .locator('.animate-wait')
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => undefined)
  await page.waitForTimeout(700)
}

function openFirst(href: RegExp) {
  return async (page: Page): Promise<void> => {
    const links = await page.locator('a[href]').all()
    for (const link of links) {
      if (!href.test((await link.getAttribute('href')) ?? '')) continue
      await link.click()
      return
    }
  }
}

async function addCookies(context: BrowserContext, header: string): Promise<void> {
  const pairs = header.split('; ').filter((pair) => pair.includes('='))
  await context.addCookies(
    pairs.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: product.origin,
    })),
  )
}
