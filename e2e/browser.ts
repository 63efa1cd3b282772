/** The built application in this process and a real Chromium in front of it, on one virtual clock. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, expect, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { signedIn } from '#testing/build.ts'
import { CHROMIUM_FLAGS, PHONE, SOFTWARE_GL_FLAGS, STILL_FLAGS } from './chromium.ts'

const PAGES = join(import.meta.dirname, '../dist/web')
export type OpenOptions = {
  readonly viewport?: { width: number; height: number }
  readonly language?: Language
  readonly isDark?: boolean
  /** Lets the pages install their service worker, which would else answer from one build what another asks. */
  readonly hasServiceWorker?: boolean
  /** Errors in the console are what this page is about. */
  readonly mayBreak?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export type Stage = {
  readonly testApp: TestApp
  readonly origin: string
  /** A browser of its own: no cookies. An error on any page fails the test. */
  open(options?: OpenOptions): Promise<Page>
  /** The same, signed in as a built user. */
  openAs(user: { userId: UserId }, options?: OpenOptions): Promise<Page>
  /** Moves the server's clock, does what comes due, and sets every open page to the new time. */
  goTo(at: Instant): Promise<void>
}

type StageOptions = Pick<
  NonNullable<Parameters<typeof createTestApp>[0]>,
  'environment' | 'log' | 'start' | 'limitsCalls'
> & {
  /** Where the house must know its own address before it opens. */
  readonly port?: number
  /** WebGL, so that maps have streets. */
  readonly hasGl?: boolean
  /** For pictures that are compared. */
  readonly isStill?: boolean
}

/** Needs the pages built (`npm run build`). Everything closes after the file's tests. */
export async function openStage({
  port = 0,
  hasGl = false,
  isStill = false,
  ...options
}: StageOptions = {}): Promise<Stage> {
  if (!existsSync(join(PAGES, 'index.html')))
    throw new Error('The pages are not built: run `npm run build` first.')
  const testApp = await createTestApp({ pagesDirectory: PAGES, ...options })
  const address = await testApp.server.listen({ port, host: '127.0.0.1' })
  const origin = port === 0 ? address : testApp.app.config.http.origin
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: hasGl ? SOFTWARE_GL_FLAGS : isStill ? STILL_FLAGS : CHROMIUM_FLAGS,
  })
  const stopWorking = keepWorking(testApp)
  const contexts: BrowserContext[] = []
  const errors: string[] = []
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(contexts, task.name)
    expect(errors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    await stopWorking()
    await testApp.close()
  })
  const open = async (how: OpenOptions = {}) => {
    const page = await openPage(browser, { origin, testApp, errors }, how)
    contexts.push(page.context())
    return page
  }
  return {
    testApp,
    origin,
    open,
    openAs: async (user, how) => {
      const page = await open(how)
      const client = await signedIn(testApp, user)
      await page
        .context()
        .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: origin })))
      return page
    },
    goTo: async (at) => {
      await testApp.goTo(at)
      for (const context of contexts) await context.clock.setSystemTime(at)
    },
  }
}

type Surroundings = { readonly origin: string; readonly testApp: TestApp; readonly errors: string[] }

async function openPage(
  browser: Browser,
  { origin, testApp, errors }: Surroundings,
  options: OpenOptions,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: options.viewport ?? PHONE,
    locale: options.language === 'es' ? 'es-US' : 'en-US',
    timezoneId: 'America/Denver',
    colorScheme: options.isDark ? 'dark' : 'light',
    hasTouch: (options.viewport ?? PHONE).width < 600,
    reducedMotion: 'reduce',
    serviceWorkers: options.hasServiceWorker ? 'allow' : 'block',
    extraHTTPHeaders: options.headers,
  })
  await context.clock.install({ time: testApp.clock.now() })
  await context.clock.resume()
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  waitForWork(page)
  if (options.mayBreak) return page
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A refused call is the page's daily bread; a script error or a blocked resource is not.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  return page
}

/** A page that came drawn is spoken to once it works, unless a test goes on as soon as the document comes. */
function waitForWork(page: Page): void {
  const goTo = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goTo(url, options)
    if (options?.waitUntil !== 'commit' && (await page.locator('#root[data-drawn]').count()) > 0)
      await untilWorking(page)
    return answer
  }
}

/** What works has a way to its content for keyboards, which the drawing has not. */
export async function untilWorking(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Skip to|^Ir al/ }).waitFor({ state: 'attached' })
}

/**
 * By keys, until the first row has the focus: a list listens a moment after it is there, and whoever comes to a page has
 * the focus set to its heading once.
 */
export async function goToFirstRow(page: Page): Promise<void> {
  await untilDone(async () => {
    await page.keyboard.press('j')
    return (await page.locator('main [data-row]:focus').count()) === 1
  })
}

export async function openFirstRow(page: Page): Promise<void> {
  const opened = page.locator('main [data-row][aria-current]')
  await untilDone(async () => {
    await goToFirstRow(page)
    await page.keyboard.press('Enter')
    return opened.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
  })
}

async function untilDone(act: () => Promise<boolean>): Promise<void> {
  await expect.poll(act, { timeout: 20_000 }).toBe(true)
}

/**
 * Until the page answers true. Not Playwright's own way to wait for it, which asks again by `eval` within the page, and
 * the content policy forbids that.
 */
export async function untilTrue(page: Page, question: string): Promise<void> {
  await vi.waitFor(async () => expect(await page.evaluate(question)).toBe(true), {
    timeout: 15_000,
    interval: 50,
  })
}

/** Goes to another address of ours without loading the page again, as a link inside the pages does. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  )
}

/** Background work goes on as in a running product: whatever a screen sets off is done within moments. */
function keepWorking(testApp: TestApp): () => Promise<void> {
  const state = { isStopping: false }
  const loop = (async () => {
    while (!state.isStopping) {
      await testApp.work()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })().catch((error: unknown) => {
    // The file's database may be closed while a turn of work begins; nothing is left to be done then.
    if (!(error instanceof Error) || !error.message.includes('already been destroyed')) throw error
  })
  return async () => {
    state.isStopping = true
    await loop
  }
}

/** What was on the pages when a test failed. */
async function photograph(contexts: readonly BrowserContext[], name: string): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries())
    await page
      .screenshot({ path: `test-results/${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}.png` })
      .catch(() => undefined)
}
