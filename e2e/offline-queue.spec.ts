/** A crew's phone without a network, in a real browser: nothing is lost, nothing counts twice (field 39). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import { applyOneTransition } from '#server/visits/transition.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'
import { CHROMIUM_FLAGS, PHONE } from './chromium.ts'

const stage = await openStage()
const { app } = stage.testApp
const TODAY = localDate('2026-03-02')
const BEGAN = parseInstant('2026-03-02T16:00:00Z')
const MINUTE = 60_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function crewWithVisit(photosRequired = 4) {
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

/** A phone keeps its profile when its browser is killed. */
async function phoneOf(user: { userId: UserId }) {
  const profile = await mkdtemp(join(tmpdir(), 'crew-phone-'))
  closing.push(() => rm(profile, { recursive: true, force: true }))
  const cookies = [...(await signedIn(stage.testApp, user)).cookies]
  let context: BrowserContext | undefined
  closing.push(async () => context?.close())
  return {
    /** Opens the browser, as after a kill. */
    wake: async (how: { isOffline?: boolean; at?: number } = {}): Promise<Page> => {
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
        permissions: ['geolocation'],
        offline: how.isOffline ?? false,
      })
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
async function openHome(page: Page): Promise<void> {
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
const keptReplies = async (page: Page) =>
  (await readStore<{ key: string }>(page, 'replies')).map(({ key }) => key)
const entriesOf = (page: Page) => readStore<{ state: string; act: { kind: string } }>(page, 'entries')

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

async function workOffline(page: Page, photoCount: number): Promise<void> {
  await page.getByRole('button', { name: 'Start' }).click()
  for (const picture of await pictures(photoCount)) {
    const before = (await entriesOf(page)).length
    await page.locator('input[type=file]').setInputFiles(picture)
    await expect.poll(async () => (await entriesOf(page)).length).toBe(before + 1)
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect.poll(async () => (await entriesOf(page)).some(({ act }) => act.kind === 'complete')).toBe(true)
}

const visitRow = (visitId: VisitId) =>
  app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
const photoRows = (visitId: VisitId) =>
  app.db.selectFrom('photo').where('visit_id', '=', visitId).selectAll().execute()
const eventsOf = async (visitId: VisitId) =>
  (await app.db.selectFrom('visit_event').where('visit_id', '=', visitId).select('transition').execute()).map(
    ({ transition }) => transition,
  )

test('field 39: four photos in airplane mode, a killed app and a bad network: 4 photos, 1 completion, its own time', async () => {
  const { crew, visitId } = await crewWithVisit()
  const phone = await phoneOf(crew)
  const page = await phone.wake()
  await openHome(page)

  await phone.context().setOffline(true)
  await workOffline(page, 4)
  await page.getByRole('button', { name: '6 things wait to be sent' }).waitFor()
  await page.getByText(/Offline, as of/).waitFor()
  expect((await visitRow(visitId)).state).toBe('confirmed')

  // Killed, and opened again without a network.
  const again = await phone.wake({ isOffline: true, at: BEGAN + 30 * MINUTE })
  await again.goto('/')
  await again.getByRole('button', { name: /Blue house/ }).waitFor()
  await again.getByRole('button', { name: '6 things wait to be sent' }).click()
  await again.getByRole('dialog').getByText('Waiting', { exact: true }).first().waitFor()
  await again.keyboard.press('Escape')

  // Back on a network that breaks off, answers 503, and loses replies after the server has committed.
  stage.testApp.clock.set(parseInstant('2026-03-02T16:45:00Z'))
  let round = 0
  const failing = async (route: Route) => {
    round += 1
    if (round % 4 === 1) return route.abort('connectionreset')
    if (round % 4 === 2) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    if (round % 4 === 3) return route.fulfill({ status: 503, json: { error: 'Away.', code: 'unavailable' } })
    return route.continue()
  }
  for (const call of ['start-visit', 'upload-visit-photo', 'complete-visit'])
    await phone.context().route(`**/api/${call}*`, failing)
  await phone.context().setOffline(false)
  await expect
    .poll(
      async () => {
        await again.evaluate(`dispatchEvent(new Event('online'))`)
        return (await visitRow(visitId)).state
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe('completed')
  // The last reply may have been lost as well: the phone asks again, and is answered the same.
  await expect
    .poll(async () => (await entriesOf(again)).filter(({ state }) => state !== 'safe'), { timeout: 30_000 })
    .toEqual([])
  expect(round).toBeGreaterThan(6)
  expect(await photoRows(visitId)).toHaveLength(4)
  expect((await eventsOf(visitId)).filter((name) => name === 'complete')).toHaveLength(1)
  const { completed_at: completedAt, started_at: startedAt } = await visitRow(visitId)
  // By the phone that was there, not when we heard of it.
  expect(completedAt! - BEGAN).toBeLessThan(5 * MINUTE)
  expect(startedAt!).toBeLessThanOrEqual(completedAt!)
})

test('field 39: a visit cancelled meanwhile is shown as a conflict, with its photos safe', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(1)
  const phone = await phoneOf(crew)
  const page = await phone.wake()
  await openHome(page)
  await phone.context().setOffline(true)
  await workOffline(page, 2)
  await applyOneTransition(app.db, { app, visitId, transition: 'cancel', actor: SYSTEM, now: BEGAN })
  await phone.context().setOffline(false)
  await page.getByRole('button', { name: '1 visit needs a look' }).click()
  const card = page.getByRole('dialog').getByRole('status')
  await card.getByText(/cancelled at 9:00 AM\. Your 2 photos are safe\. We have told the office\./).waitFor()
  expect(await photoRows(visitId)).toHaveLength(2)
  expect((await visitRow(visitId)).state).toBe('cancelled')
  await card.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => entriesOf(page)).toEqual([])
})

test('threats W6: signing out asks about what is unsent, then leaves nothing; another’s queue is never sent', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(1)
  const phone = await phoneOf(crew)
  const page = await phone.wake()
  await openHome(page)
  await phone
    .context()
    .route('**/api/{start-visit,complete-visit,upload-visit-photo}*', (route) => route.abort())
  await workOffline(page, 1)
  // A second page of the same browser shows the same.
  const second = await phone.context().newPage()
  await second.goto('/')
  await second.getByRole('button', { name: '3 things wait to be sent' }).waitFor()
  await second.close()

  await page.goto('/logout')
  await page.getByText('3 things are only on this phone.', { exact: false }).waitFor()
  expect(await entriesOf(page)).toHaveLength(3)
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.waitForURL('**/login')
  expect(await entriesOf(page)).toEqual([])
  expect(await keptReplies(page)).toEqual([])
  expect((await visitRow(visitId)).state).toBe('confirmed')
})

test('another crew on the same phone neither sees nor sends what waits; its owner’s goes when signed in again', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(1)
  const other = await buildCrew(app, { name: 'Otto Klein' })
  const phone = await phoneOf(crew)
  const page = await phone.wake()
  await openHome(page)
  await phone.context().setOffline(true)
  await workOffline(page, 1)
  const enterAs = async (user: { userId: UserId }) => {
    const { cookies } = await signedIn(stage.testApp, user)
    await phone
      .context()
      .addCookies([...cookies].map(([name, value]) => ({ name, value, url: stage.origin })))
  }
  await enterAs(other)
  await phone.context().setOffline(false)
  await page.goto('/')
  await page.getByText('No stops today').waitFor()
  expect(await page.getByText('waits to be sent').count()).toBe(0)
  expect(await entriesOf(page)).toHaveLength(3)
  expect((await visitRow(visitId)).state).toBe('confirmed')
  await enterAs(crew)
  await page.goto('/')
  await expect.poll(async () => (await visitRow(visitId)).state, { timeout: 30_000 }).toBe('completed')
  expect(await photoRows(visitId)).toHaveLength(1)
})

test('field 41: a new build waits until everything is sent', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(1)
  const phone = await phoneOf(crew)
  const page = await phone.wake()
  await openHome(page)
  await phone.context().setOffline(true)
  await workOffline(page, 1)
  await page.evaluate('window.isSamePage = true')
  await phone.context().route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'next' } }))
  await phone.context().clock.fastForward(61 * MINUTE)
  await page
    .getByText(/new version/i)
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: 'See earnings' })
    .or(page.getByRole('link', { name: 'Find work' }))
    .first()
    .click()
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  await phone.context().setOffline(false)
  await expect.poll(async () => (await visitRow(visitId)).state, { timeout: 30_000 }).toBe('completed')
})
