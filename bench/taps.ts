/**
 * What a tap costs on a slow phone: the ten busiest taps of customers, crews and operators in Chromium, four times slowed
 * down, from the finger to the next picture as the browser itself measures it (Event Timing). The bar: 100 ms, the
 * median of each tap. Pages and data are there before the tap: it is the answer to a finger that is measured.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { PHONE } from '../e2e/chromium.ts'
import { signIn, startProduct } from './started.ts'
import { printTable } from './table.ts'

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const SLOWDOWN = 4
const MOST_MS = 100
/** Pages bring their other tabs once they are calm, seven seconds after they were opened. */
const CALM_MS = 10_000
const AFTER_TAP_MS = 1_500

type Tap = {
  readonly name: string
  readonly who: 'customer' | 'crew' | 'operator'
  readonly path: string
  /** Is there before the tap, and is tapped. */
  readonly target: (page: Page) => ReturnType<Page['locator']>
}

const tab = (name: string) => (page: Page) => page.locator('nav.fixed').getByRole('link', { name })
const button = (name: RegExp) => (page: Page) => page.locator('main').getByRole('button', { name }).first()
const switchTo = (name: RegExp) => (page: Page) => page.locator('main').getByRole('tab', { name })
const link = (name: RegExp) => (page: Page) => page.locator('main').getByRole('link', { name }).first()
const more = (page: Page) => page.locator('nav.fixed').getByRole('button', { name: 'More' })

const TAPS: readonly Tap[] = [
  { name: 'customer: Home → Jobs', who: 'customer', path: '/', target: tab('Jobs') },
  { name: 'customer: Jobs → Home', who: 'customer', path: '/jobs', target: tab('Home') },
  { name: 'customer: a visit of the week', who: 'customer', path: '/jobs', target: link(/· with /) },
  { name: 'customer: Weekly services', who: 'customer', path: '/jobs', target: switchTo(/^Weekly services/) },
  { name: 'customer: More', who: 'customer', path: '/', target: more },
  { name: 'crew: Home → Jobs', who: 'crew', path: '/', target: tab('Jobs') },
  { name: 'crew: Jobs → Home', who: 'crew', path: '/jobs', target: tab('Home') },
  { name: 'crew: Earnings', who: 'crew', path: '/', target: tab('Earnings') },
  { name: 'crew: Something else at a stop', who: 'crew', path: '/', target: button(/^Something else/) },
  { name: 'operator: People', who: 'operator', path: '/operator', target: tab('People') },
]

/** Arguments: taps of each kind (5), the median counts; a part of a name, where only those taps are measured. */
export async function run(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 5)
  const taps = TAPS.filter(({ name }) => name.includes(args[1] ?? ''))
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const rows: string[][] = []
  try {
    for (const tap of taps) {
      const times: number[] = []
      for (let count = 0; count < runs; count++) times.push(await measure(browser, product.origin, tap))
      times.sort((a, b) => a - b)
      const median = times[Math.floor(runs / 2)]!
      rows.push([tap.name, `${median} ms`, times.join(', '), median <= MOST_MS ? 'within' : 'OVER'])
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  printTable([['tap', 'median', `each of ${runs}, ms`, `${MOST_MS} ms`], ...rows])
}

/** Milliseconds from the finger to the next picture. */
async function measure(browser: Browser, origin: string, { who, path, target }: Tap): Promise<number> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    baseURL: origin,
  })
  try {
    await enter(context, origin, `${who}@demo.test`)
    const page = await context.newPage()
    await page.goto(path)
    await target(page).waitFor({ timeout: 60_000 })
    await page.waitForTimeout(CALM_MS)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.evaluate(`(() => {
      window.slowest = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.interactionId > 0) window.slowest = Math.max(window.slowest, entry.duration)
      }).observe({ type: 'event', durationThreshold: 16 })
    })()`)
    await target(page).tap()
    await page.waitForTimeout(AFTER_TAP_MS)
    // Nothing is reported of what took less than 16 ms.
    return Math.max(16, await page.evaluate<number>('window.slowest'))
  } finally {
    await context.close()
  }
}

async function enter(context: BrowserContext, origin: string, email: string): Promise<void> {
  const { password } = DEMO_SIGN_INS.find((person) => person.email === email)!
  const cookies = await signIn(origin, email, password)
  await context.addCookies(
    cookies.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: origin,
    })),
  )
}
