/**
 * The first screen on a simulated phone: Lighthouse (mobile) against the production build of the eight
 * pages that people open first. The bar: performance ≥ 95 and LCP ≤ 2.0 s. Lighthouse is fetched for this only.
 * `SCREENS=text` takes those whose name has it; `KEEP_REPORTS=folder` keeps the last report of each.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { freePort } from '#testing/free-port.ts'
import { signIn, startProduct } from './started.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** What a phone that signed in before keeps of who was here last, with the rest of its cache gone. */
const LAST_TYPE_KEY = 'crew_last_type'
const CHROME_FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

type Category = { readonly score: number | null }
type Report = {
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>
  >
}

type Audited = {
  readonly name: string
  readonly url: string
  readonly cookie: string | null
  readonly type: string | null
}

/** Arguments: runs of each screen (5); the median run counts. */
export async function run(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 5)
  const product = await startProduct()
  const folder = await mkdtemp(join(tmpdir(), 'crew-lighthouse-'))
  try {
    for (const screen of await screensOf(product.origin)) {
      const reports: Report[] = []
      for (let count = 0; count < runs; count++) reports.push(await auditAgain(screen, folder))
      say(screen.name, reports)
    }
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What strangers, customers, crews and operators open first. */
async function screensOf(origin: string): Promise<Audited[]> {
  const people = [
    { type: 'Customer', email: 'customer@demo.test', paths: ['/', '/jobs'] },
    { type: 'Crew', email: 'crew@demo.test', paths: ['/', '/jobs'] },
    { type: 'Operator', email: 'operator@demo.test', paths: ['/operator'] },
  ]
  const strangers = ['/get-started', '/login', '/ondemand']
  const screens: Audited[] = strangers.map((path) => ({
    name: path,
    url: origin + path,
    cookie: null,
    type: null,
  }))
  for (const { type, email, paths } of people) {
    const cookie = await signInAs(origin, email)
    for (const path of paths) screens.push({ name: `${path} of ${type}`, url: origin + path, cookie, type })
  }
  const wanted = process.env['SCREENS']
  return wanted === undefined ? screens : screens.filter(({ name }) => name.includes(wanted))
}

/** A recording that misses its own beginning is the tool's failure, not a score: it is made once more. */
async function auditAgain(audited: Audited, folder: string): Promise<Report> {
  return audit(audited, folder).catch(() => audit(audited, folder))
}

/** A fresh browser for every run. Its cookies are set by hand, since the pages' scripts look at one of them. */
async function audit({ name, url, cookie, type }: Audited, folder: string): Promise<Report> {
  const output = join(folder, 'report.json')
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(await mkdtemp(join(folder, 'profile-')), {
    executablePath: CHROMIUM,
    args: [...CHROME_FLAGS.split(' '), `--remote-debugging-port=${port}`],
  })
  try {
    await browser.addCookies(cookiesOf(cookie ?? '', url))
    if (type !== null) await remember(browser, url, type)
    await command('npx', [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--port=${port}`,
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices',
    ])
  } finally {
    await browser.close()
  }
  const kept = process.env['KEEP_REPORTS']
  if (kept) await writeFile(join(kept, `${name.replaceAll(/\W+/g, '-')}.json`), await readFile(output))
  return JSON.parse(await readFile(output, 'utf8')) as Report
}

/** On a picture of the same origin, so that nothing of the page is in the cache. */
async function remember(browser: BrowserContext, url: string, type: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(new URL('/icon.svg', url).href)
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LAST_TYPE_KEY, type])
  await page.close()
}

function cookiesOf(header: string, url: string) {
  return header
    .split('; ')
    .filter((pair) => pair.includes('='))
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url,
    }))
}

function say(name: string, reports: readonly Report[]): void {
  const scoreOf = (report: Report) => Math.round((report.categories['performance']?.score ?? 0) * 100)
  const median = [...reports].sort((a, b) => scoreOf(a) - scoreOf(b))[Math.floor(reports.length / 2)]!
  const seconds = (audit: string) => ((median.audits[audit]?.numericValue ?? 0) / 1000).toFixed(2)
  const rest = ['accessibility', 'best-practices'].map(
    (key) => `${key} ${Math.round((median.categories[key]?.score ?? 0) * 100)}`,
  )
  const failed = Object.entries(median.audits)
    .filter(([, { score }]) => score === 0)
    .map(([key]) => key)
  process.stdout.write(
    `${name}: performance ${scoreOf(median)} (${reports.map(scoreOf).join(', ')}), LCP ${seconds('largest-contentful-paint')} s, FCP ${seconds('first-contentful-paint')} s, TBT ${(Number(seconds('total-blocking-time')) * 1000).toFixed(0)} ms, CLS ${(median.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)}, ${rest.join(', ')}${failed.length > 0 ? `; at zero: ${failed.join(', ')}` : ''}\n`,
  )
}

function command(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CHROME_PATH: CHROMIUM },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)),
    )
  })
}

async function signInAs(origin: string, email: string): Promise<string> {
  const { password } = DEMO_SIGN_INS.find((person) => person.email === email)!
  return signIn(origin, email, password)
}
