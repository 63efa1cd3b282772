/** A crew's phone whose network comes and goes, and whose browser is killed and opened again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import type { openStage } from './browser.ts'
import { CHROMIUM_FLAGS, PHONE } from './chromium.ts'

type Stage = Awaited<ReturnType<typeof openStage>>

const TODAY = localDate('2026-03-02')
export const BEGAN = parseInstant('2026-03-02T16:00:00Z')

/** A confirmed visit of today that wants so many photos, and its crew. */
export async function crewWithVisit({ testApp: { app } }: Stage, photosRequired = 4) {
  await app.db
    .updateTable('service')
    .set({ photos_required: photosRequired })
    .where('key', '=', 'bins')
    .execute()
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const job = await buildWeeklyJob(app, { name: 'Blue house' })
  const visitId = await buildVisit(app, job, { date: TODAY, crewId: crew.userId, state: 'confirmed' })
  return { crew, visitId }
}

type Waking = { isOffline?: boolean; at?: number; maySync?: boolean; isSessionOver?: boolean }

/** A phone keeps its profile when its browser is killed. `closing` takes what is to be done when the test is over. */
export async function phoneOf(stage: Stage, user: { userId: UserId }, closing: (() => Promise<unknown>)[]) {
  const profile = await mkdtemp(join(tmpdir(), 'crew-phone-'))
  closing.push(() => rm(profile, { recursive: true, force: true }))
  const cookies = [...(await signedIn(stage.testApp, user)).cookies]
  let context: BrowserContext | undefined
  closing.push(async () => context?.close())
  return {
    /**
     * Opens the browser, as after a kill. A page without a network leaves the service worker its own: it is woken only
     * where that is the point.
     */
    wake: async (how: Waking = {}): Promise<Page> => {
      await context?.close()
      context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
        args: CHROMIUM_FLAGS,
        baseURL: stage.origin,
        viewport: PHONE,
        hasTouch: true,
        locale: 'en-US',
        timezoneId: 'America/Denver',
        geolocation: { latitude: 39.7392, longitude: -104.9903 },
        permissions: ['geolocation', ...(how.maySync ? ['background-sync'] : [])],
        offline: how.isOffline ?? false,
      })
      if (how.isSessionOver) await context.clearCookies()
      else
        await context.addCookies(
          cookies.map(([name, value]) => ({ name, value, url: stage.origin, expires: 4e9 })),
        )
      await context.clock.install({ time: how.at ?? BEGAN })
      await context.clock.resume()
      const page = context.pages()[0] ?? (await context.newPage())
      page.setDefaultTimeout(20_000)
      return page
    },
    context: () => context!,
  }
}

/** The home with all that it needs on the phone. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Next stop' }).waitFor()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Next stop' }).waitFor()
  await expect
    .poll(() => keptReplies(page), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['user', `day ${TODAY}`]))
  await expect.poll(() => keptScripts(page), { timeout: 10_000 }).toContain('queue-sheet')
}

/** Whether a whole build is on the phone, which its shell stands for. */
export const hasShell = (page: Page) => page.evaluate<boolean>(`caches.match('/index.html').then(Boolean)`)

const keptScripts = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map((request) => request.url).join(' ')
  })()`)

function readStore<Row>(page: Page, store: string): Promise<Row[]> {
  return page.evaluate<Row[]>(`new Promise((resolve, reject) => {
    const asked = indexedDB.open('crew')
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      const read = asked.result.transaction('${store}').objectStore('${store}').getAll()
      read.onsuccess = () => { asked.result.close(); resolve(JSON.parse(JSON.stringify(read.result))) }
    }
  })`)
}
export const keptReplies = async (page: Page) =>
  (await readStore<{ key: string }>(page, 'replies')).map(({ key }) => key)
export const entriesOf = (page: Page) => readStore<{ state: string; act: { kind: string } }>(page, 'entries')

let shade = 0
async function pictures(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      shade += 1
      const background = { r: shade * 7, g: 90, b: 200 - shade }
      const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .jpeg()
        .toBuffer()
      return { name: `photo-${shade}.jpg`, mimeType: 'image/jpeg', buffer }
    }),
  )
}

export async function workOffline(page: Page, photoCount: number): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click()
  for (const picture of await pictures(photoCount)) {
    const before = (await entriesOf(page)).length
    await page.locator('input[type=file]').setInputFiles(picture)
    await expect.poll(async () => (await entriesOf(page)).length).toBe(before + 1)
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect.poll(async () => (await entriesOf(page)).some(({ act }) => act.kind === 'complete')).toBe(true)
}
