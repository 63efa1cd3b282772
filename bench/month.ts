/**
 * The month of 300 places while it is scrolled from the first to the last, in Chromium, four times slowed down: how long
 * each picture takes, beside a page of the same browser that scrolls as far over plain lines: `npm run bench -- month
 * [places]`. The bar: nine tenths of the plain page's pictures, and at most as many late ones and one in fifty more. A
 * picture is late that comes a tenth of a second after the one before.
 */
import { type Browser, chromium, type Page } from 'playwright-core'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, DEFAULT_TIME_ZONE, dateAt, localDate } from '#domain/time.ts'
import { readConfig } from '#server/config.ts'
import { openSession, PRESENCE_COOKIE, sessionCookieName } from '#server/http/session.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { buildPortfolio, nameOf } from '../e2e/build-portfolio.ts'
import { PHONE } from '../e2e/chromium.ts'
import { printTable } from './table.ts'

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const PAGES = join(import.meta.dirname, '../dist/web')
const SLOWDOWN = 4
const LATE_MS = 100
const SHARE = 0.9
const LATE_SHARE = 0.02
/** As a finger or a wheel goes: a row each two pictures. */
const STEP_PX = 31
const SIZES = { desk: { width: 1_440, height: 900 }, phone: PHONE } as const

type Pictures = {
  readonly count: number
  readonly late: number
  /** Between one and the next: half of them, and nineteen in twenty, took no longer. */
  readonly p50Ms: number
  readonly p95Ms: number
  readonly longestMs: number
  readonly ms: number
}

export async function run(args: readonly string[]): Promise<void> {
  const places = Number(args[0] ?? 300)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  const server = await createServer(app, { pagesDirectory: PAGES, limitsCalls: false })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const now = app.ports.clock.now()
  const first = localDate(`${dateAt(now, DEFAULT_TIME_ZONE).slice(0, 8)}01`)
  const host = await buildPortfolio(app, { places, from: addDays(first, 1), lastDay: addDays(first, 27) })
  const token = await openSession(app.db, { userId: host.userId, userAgent: 'bench', now })
  const cookies = new Map([
    [sessionCookieName(config), token],
    [PRESENCE_COOKIE, '1'],
  ])
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const rows: string[][] = []
  let isWithin = true
  try {
    for (const [name, viewport] of Object.entries(SIZES)) {
      const page = await openPage(browser, { origin, viewport, cookies })
      const heightPx = await openMonth(page, places)
      const month = await scrollThrough(page, GRID, heightPx)
      await page.setContent(plain(heightPx))
      const bare = await scrollThrough(page, '#plain', heightPx)
      const ratio = perSecond(month) / perSecond(bare)
      const mayBeLate = bare.late + Math.ceil(month.count * LATE_SHARE)
      isWithin &&= ratio >= SHARE && month.late <= mayBeLate
      rows.push(row(`${name}: month of ${places} places`, month, ratio), row(`${name}: plain lines`, bare, 1))
      await page.context().close()
    }
  } finally {
    await browser.close()
    await server.close()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
  printTable([
    ['scrolled', 'pictures', 'a second', 'of the plain', 'p50', 'p95', 'longest', `later than ${LATE_MS} ms`],
    ...rows,
  ])
  if (!isWithin) process.exitCode = 1
}

type Opening = {
  readonly origin: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly cookies: ReadonlyMap<string, string>
}

async function openPage(browser: Browser, { origin, viewport, cookies }: Opening): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport, serviceWorkers: 'block' })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  await page.goto('/jobs?tab=month')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

const GRID = '[role="grid"]'

/** Brings every page of places first; answers how far it scrolls. */
async function openMonth(page: Page, places: number): Promise<number> {
  await page.locator(`${GRID} td`).first().waitFor({ timeout: 60_000 })
  const last = page.getByText(nameOf(places - 1), { exact: true })
  for (let tries = 0; (await last.count()) === 0; tries += 1) {
    if (tries > 600) throw new Error('the last place does not come')
    await page.evaluate(`document.querySelector('${GRID}').parentElement.scrollTo(0, 1e9)`)
    await page.waitForTimeout(100)
  }
  return page.evaluate<number>(`document.querySelector('${GRID}').clientHeight`)
}

/** As many lines as pixels are scrolled over, and nothing to be drawn anew. */
function plain(heightPx: number): string {
  const lines = Array.from({ length: Math.ceil(heightPx / 31) }, (_, at) => `<p>${at}</p>`).join('')
  return `<!doctype html><style>p { height: 31px; margin: 0 }</style><div style="height: 70vh; overflow: auto"><div id="plain">${lines}</div></div>`
}

/** From the top to the bottom, a step with each picture. */
function scrollThrough(page: Page, what: string, heightPx: number): Promise<Pictures> {
  return page.evaluate<Pictures>(`new Promise((resolve) => {
    const frame = document.querySelector('${what}').parentElement
    frame.scrollTop = 0
    const begun = performance.now()
    let [before, count] = [begun, 0]
    const times = []
    const next = () => {
      const now = performance.now()
      times.push(now - before)
      before = now
      count += 1
      frame.scrollTop += ${STEP_PX}
      if (count * ${STEP_PX} < ${heightPx}) requestAnimationFrame(next)
      else {
        times.sort((a, b) => a - b)
        const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
        const late = times.filter((ms) => ms > ${LATE_MS}).length
        resolve({ count, late, p50Ms: at(0.5), p95Ms: at(0.95), longestMs: at(1), ms: now - begun })
      }
    }
    requestAnimationFrame(next)
  })`)
}

function perSecond({ count, ms }: Pictures): number {
  return (count * 1_000) / ms
}

function row(name: string, pictures: Pictures, ratio: number): string[] {
  const { count, late, p50Ms, p95Ms, longestMs } = pictures
  return [
    name,
    String(count),
    perSecond(pictures).toFixed(1),
    `${Math.round(100 * ratio)} %`,
    ...[p50Ms, p95Ms, longestMs].map((ms) => `${ms.toFixed(0)} ms`),
    String(late),
  ]
}
