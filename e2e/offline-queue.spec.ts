/** A crew's phone without a network, in a real browser: nothing is lost, nothing counts twice (field 39). */
import type { Page, Route } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { parseInstant } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import { toTimestamp } from '#server/db/client.ts'
import { applyOneTransition } from '#server/visits/apply-transition.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { openStage } from './browser.ts'
import {
  BEGAN,
  crewWithVisit,
  entriesOf,
  hasShell,
  keptReplies,
  openHome,
  phoneOf,
  workOffline,
} from './offline-phone.ts'

const stage = await openStage()
const { app } = stage.testApp
const MINUTE = 60_000
const WAIT = { timeout: 30_000 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const visitRow = (visitId: VisitId) =>
  app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
const photoRows = (visitId: VisitId) =>
  app.db.selectFrom('photo').where('visit_id', '=', visitId).selectAll().execute()
const eventsOf = async (visitId: VisitId) =>
  (await app.db.selectFrom('visit_event').where('visit_id', '=', visitId).select('transition').execute()).map(
    ({ transition }) => transition,
  )

test('late is said without a network, by name, and goes out once after a reload', async () => {
  const { crew, visitId } = await crewWithVisit(stage)
  await app.db
    .updateTable('visit')
    .set({ ends_at: toTimestamp(parseInstant('2026-03-02T16:10:00Z')) })
    .where('id', '=', visitId)
    .execute()
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await openHome(page)
  await expect.poll(async () => (await keptReplies(page)).join(), WAIT).toContain('GET /api/day-plan')
  // The sheet of a first visit comes from what the phone has by now, not from the network.
  await expect.poll(() => hasShell(page), WAIT).toBe(true)
  await phone.context().setOffline(true)

  await page.getByRole('button', { name: 'Running late' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('You’re offline. It goes out when you’re connected.').waitFor()
  await sheet.getByText('This customer hears it:').waitFor()
  await sheet.getByText('Blue house').waitFor()
  // By key: while the sheet slides in, a tap may land beside it.
  await sheet.getByRole('radio', { name: '30 min' }).press('Space')
  await sheet.getByRole('button', { name: 'Send', exact: true }).click()
  const waits = 'Running 30 min late: goes out when you’re connected'
  await page.getByText(waits).waitFor()
  await page.reload()
  await page.getByText(waits).waitFor()
  expect(await eventsOf(visitId)).not.toContain('running_late')

  await phone.context().setOffline(false)
  await page.getByText('1 customer knows that you’re late').waitFor({ timeout: 60_000 })
  await page.reload()
  await page.getByText('1 customer knows that you’re late').waitFor({ timeout: 60_000 })
  expect((await eventsOf(visitId)).filter((what) => what === 'running_late')).toHaveLength(1)
  const { customer_id: customerId } = await visitRow(visitId)
  const notices = () =>
    app.db
      .selectFrom('notice')
      .where('user_id', '=', customerId)
      .where('event', '=', 'running_late')
      .select('title')
      .orderBy('created_at')
      .execute()
  expect(await notices()).toEqual([{ title: 'Maria is running late' }])
})

test('field 39: four photos in airplane mode, a killed app and a bad network: 4 photos, 1 completion, its own time', async () => {
  const { crew, visitId } = await crewWithVisit(stage)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await openHome(page)

  await phone.context().setOffline(true)
  await workOffline(page, 4)
  await page.getByRole('button', { name: '6 things waiting to send' }).waitFor()
  await page.getByText(/Offline, as of/).waitFor()
  expect((await visitRow(visitId)).state).toBe('confirmed')

  // Killed, and opened again without a network.
  const again = await phone.wake({ isOffline: true, at: BEGAN + 30 * MINUTE })
  await again.goto('/')
  await again.getByRole('button', { name: /Blue house/ }).waitFor()
  await again.getByRole('button', { name: '6 things waiting to send' }).click()
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
  // By the phone that was there, not when we received it.
  expect(completedAt! - BEGAN).toBeLessThan(5 * MINUTE)
  expect(startedAt!).toBeLessThanOrEqual(completedAt!)
})

test('field 39: a visit cancelled meanwhile is shown as a conflict, with its photos safe', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await openHome(page)
  await phone.context().setOffline(true)
  await workOffline(page, 2)
  await applyOneTransition(app.db, { app, visitId, transition: 'cancel', actor: SYSTEM, now: BEGAN })
  await phone.context().setOffline(false)
  await page.getByRole('button', { name: '1 visit needs a look' }).click()
  const card = page.getByRole('dialog').getByRole('status')
  await card.getByText(/canceled at 9:00 AM\. Your 2 photos are safe\. We told the office\./).waitFor()
  expect(await photoRows(visitId)).toHaveLength(2)
  expect((await visitRow(visitId)).state).toBe('cancelled')
  await card.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => entriesOf(page)).toEqual([])
})

test('threats W6: signing out asks about what is unsent, then leaves nothing; another’s queue is never sent', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await openHome(page)
  await phone
    .context()
    .route('**/api/{start-visit,complete-visit,upload-visit-photo}*', (route) => route.abort())
  await workOffline(page, 1)
  // A second page of the same browser shows the same.
  const second = await phone.context().newPage()
  await second.goto('/')
  await second.getByRole('button', { name: '3 things waiting to send' }).waitFor()
  await second.close()

  await page.goto('/logout')
  await page.getByText('3 things are only on this phone.', { exact: false }).waitFor()
  expect(await entriesOf(page)).toHaveLength(3)
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await page.waitForURL('**/login')
  // Another part of the page may notice the ended session first, and lead there while this still deletes.
  await expect.poll(() => entriesOf(page), { timeout: 20_000 }).toEqual([])
  await expect.poll(() => keptReplies(page), { timeout: 20_000 }).toEqual([])
  expect((await visitRow(visitId)).state).toBe('confirmed')
})

test('another crew on the same phone neither sees nor sends what waits; its owner’s goes when signed in again', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const other = await buildCrew(app, { name: 'Otto Klein' })
  const phone = await phoneOf(stage, crew, closing)
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
  expect(await page.getByText(/waiting to send/).count()).toBe(0)
  expect(await entriesOf(page)).toHaveLength(3)
  expect((await visitRow(visitId)).state).toBe('confirmed')
  await enterAs(crew)
  await page.goto('/')
  await expect.poll(async () => (await visitRow(visitId)).state, { timeout: 30_000 }).toBe('completed')
  expect(await photoRows(visitId)).toHaveLength(1)
})

test('field 41: a new build waits until everything is sent', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const phone = await phoneOf(stage, crew, closing)
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

test('field 39: what an app that was closed has kept goes when the network is back, without being opened', async () => {
  stage.testApp.clock.set(BEGAN)
  const { crew, visitId } = await crewWithVisit(stage, 2)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake({ maySync: true })
  await openHome(page)
  const asked = await syncsAsked(page)
  await phone.context().setOffline(true)
  await workOffline(page, 2)
  await expect.poll(() => asked).toContain('send-queue')
  const blank = await phone.context().newPage()
  await page.close()
  expect((await visitRow(visitId)).state).toBe('confirmed')

  await phone.context().setOffline(false)
  await wakeWorker(blank)
  await expect.poll(async () => (await visitRow(visitId)).state).toBe('completed')
  expect(await photoRows(visitId)).toHaveLength(2)
  const { completed_at: completedAt } = await visitRow(visitId)
  expect(completedAt! - BEGAN).toBeLessThan(5 * MINUTE)
  // Opened again there is nothing to be sent, and nothing was sent twice.
  await blank.goto('/')
  await expect.poll(async () => (await entriesOf(blank)).filter(({ state }) => state !== 'safe')).toEqual([])
  expect((await eventsOf(visitId)).filter((name) => name === 'complete')).toHaveLength(1)
})

/** What the browser was asked to wake the service worker for. */
async function syncsAsked(page: Page): Promise<readonly string[]> {
  const browser = await page.context().newCDPSession(page)
  const asked: string[] = []
  browser.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
    if (/register/i.test(event.eventName)) asked.push(event.instanceId)
  })
  await browser.send('BackgroundService.startObserving', { service: 'backgroundSync' })
  await browser.send('BackgroundService.setRecording', { shouldRecord: true, service: 'backgroundSync' })
  return asked
}

/** As the browser does by itself when it has a connection again (Background Sync). */
async function wakeWorker(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(stage.origin))
      if (own) resolve(own.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: stage.origin,
    registrationId: await registered,
    tag: 'send-queue',
    lastChance: false,
  })
}
