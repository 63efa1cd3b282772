/** Open screens follow what others do, by the live stream alone: no page here is loaded again, and none polls. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { goWithin, openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp

/** Polls look every ten seconds or less often. Without them nothing but the stream says that something changed. */
const WITHOUT_POLLS = `{
  const every = window.setInterval
  window.setInterval = (work, ms, ...more) => (ms >= 5_000 ? 0 : every(work, ms, ...more))
}`
/**
 * From an act to every open screen; the screens themselves wait up to 2.3 s, so that not everybody reads at once. No poll
 * and no load would bring it later, so that waiting longer forgives nothing but a busy machine.
 */
const SOON = { timeout: 30_000 }

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'

/** A screen of somebody that never polls, and follows the stream. */
async function listeningAt(user: { userId: UserId }, path: string): Promise<Page> {
  const page = await stage.openAs(user)
  await page.addInitScript(WITHOUT_POLLS)
  const stream = page.waitForResponse((response) => isStream(response.request()))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
  return page
}

/** The page says a state more than once: as a badge, in words, in the story. */
const stateOf = (page: Page, name: string) => page.getByText(name, { exact: true }).first()

/** Fails where the page was loaded again since. */
async function mark(page: Page): Promise<() => Promise<void>> {
  await page.evaluate('window.isSamePage = true')
  return async () => expect(await page.evaluate('window.isSamePage')).toBe(true)
}

/** Until nothing was read for a while: what was received before is on the screen. */
async function settle(page: Page): Promise<void> {
  let lastMs = Date.now()
  page.on('request', () => {
    lastMs = Date.now()
  })
  await expect.poll(() => Date.now() - lastMs, { timeout: 30_000 }).toBeGreaterThan(1_500)
}

async function dayOfThree() {
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const customer = await buildCustomer(app, { name: 'Ann Bell' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Elm House' })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return { crew, customer, job, visitId, crewCalls: await signedIn(stage.testApp, crew) }
}

test('a start changes the customer’s visit and home, and the operator’s board', async () => {
  const { crew, customer, visitId } = await dayOfThree()
  const crewPage = await listeningAt(crew, '/')
  const visitPage = await listeningAt(customer, `/visit/${visitId}`)
  const homePage = await listeningAt(customer, '/')
  const boardPage = await listeningAt(await buildOperator(app), '/')
  const today = (page: Page) => page.getByRole('list', { name: 'Today', exact: true })
  await stateOf(visitPage, 'Confirmed').waitFor()
  await today(homePage).getByText('Confirmed').waitFor()
  await today(boardPage).getByText('Confirmed').waitFor()
  const stays = await Promise.all([crewPage, visitPage, homePage, boardPage].map(mark))

  await crewPage.getByRole('button', { name: 'Start', exact: true }).click()
  await Promise.all([
    stateOf(visitPage, 'Being done').waitFor(SOON),
    today(homePage).getByText('Being done').waitFor(SOON),
    today(boardPage).getByText('Working').waitFor(SOON),
  ])
  for (const stayed of stays) await stayed()
  for (const page of [crewPage, visitPage, homePage, boardPage]) await page.context().close()
})

test('what one crew takes goes from the other’s open offer and home with a kind sentence', async () => {
  const at = { ...CIVIC_CENTER, lat: CIVIC_CENTER.lat + 0.02 }
  const leaving = await buildCrew(app, { name: 'Lena Leaving', at })
  const fast = await buildCrew(app, { name: 'Fay Fast', at })
  const slow = await buildCrew(app, { name: 'Sol Slow', at })
  const job = await buildWeeklyJob(app, { name: 'Blue House', at })
  const visitId = await buildVisit(app, job, {
    crewId: leaving.userId,
    state: 'confirmed',
    date: localDate('2026-03-03'),
  })
  const fastPage = await listeningAt(fast, '/')
  const slowPage = await listeningAt(slow, '/')
  const leaver = await signedIn(stage.testApp, leaving)
  expect((await leaver.call('POST /api/release-visit', { body: { visitId } })).status).toBe(200)

  // The offer itself comes by the stream, too.
  const offered = (page: Page) =>
    page.getByRole('list', { name: 'Offers waiting for you' }).getByRole('link', { name: /Bins to the curb/ })
  await offered(slowPage).waitFor(SOON)
  const alsoSlow = await slowPage.context().newPage()
  await alsoSlow.goto('/')
  await offered(alsoSlow).waitFor()
  await offered(fastPage).click()
  await offered(slowPage).click()
  await slowPage.getByRole('button', { name: 'Accept' }).waitFor()
  const stays = await Promise.all([slowPage, alsoSlow].map(mark))

  await fastPage.getByRole('button', { name: 'Accept' }).click()
  await Promise.all([
    slowPage.getByText('This offer has been taken', { exact: true }).waitFor(SOON),
    offered(alsoSlow).waitFor({ ...SOON, state: 'detached' }),
  ])
  await slowPage.getByText('Another crew was a little faster. There is more work for you.').waitFor()
  expect(await slowPage.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  for (const stayed of stays) await stayed()
  for (const page of [fastPage, slowPage]) await page.context().close()
})

test('a job that one crew takes goes from another crew’s open list of jobs, and comes back when it is released', async () => {
  const at = { ...CIVIC_CENTER, lat: CIVIC_CENTER.lat + 0.04 }
  const fast = await buildCrew(app, { name: 'Fred First', at })
  const slow = await buildCrew(app, { name: 'Lou Later', at })
  const { weeklyJobId } = await buildWeeklyJob(app, { at, serviceKey: 'pool', weekdays: [4] })
  const page = await listeningAt(slow, '/jobs')
  const stayed = await mark(page)
  await page.getByRole('tab', { name: /^Single jobs/ }).click()
  const job = page.getByRole('list', { name: 'Single jobs' }).getByRole('button', { name: /Pool care/ })
  await job.waitFor()
  const fastCalls = await signedIn(stage.testApp, fast)
  const body = { weeklyJobId, weekdays: [4 as const] }
  expect((await fastCalls.call('POST /api/take-weekly-job', { body })).status).toBe(200)
  await job.waitFor({ ...SOON, state: 'detached' })

  const [assigned] = (await fastCalls.call('POST /api/get-assignments')).body.assignments
  const release = { assignmentId: assigned!.assignmentId }
  expect((await fastCalls.call('POST /api/release-assignment', { body: release })).status).toBe(200)
  // It may have to wait for the next round of what every crew receives.
  await job.waitFor(SOON)
  await stayed()
  await page.context().close()
})

test('an assignment comes to and goes from the crew’s other device, and the customer’s weekly service', async () => {
  const { crew, customer, job, crewCalls } = await dayOfThree()
  const page = await listeningAt(crew, '/my-assignments')
  const customerPage = await listeningAt(customer, `/jobs?tab=weekly&job=${job.weeklyJobId}`)
  const [stayed, customerStayed] = [await mark(page), await mark(customerPage)]
  await page.getByText('Nothing is yours yet').waitFor()
  const sheet = customerPage.getByRole('dialog')
  await sheet.getByText(/Looking for a crew/).waitFor()

  const body = { weeklyJobId: job.weeklyJobId, weekdays: [2] }
  expect((await crewCalls.call('POST /api/take-weekly-job', { body })).status).toBe(200)
  await page.getByRole('list', { name: 'Tuesday' }).getByText('Elm House').waitFor(SOON)
  await sheet.getByText(/A crew has every day/).waitFor(SOON)
  const customerCalls = await signedIn(stage.testApp, customer)
  const ended = await customerCalls.call('POST /api/cancel-weekly-job', {
    body: { weeklyJobId: job.weeklyJobId },
  })
  expect(ended.status).toBe(200)
  await page.getByText('Nothing is yours yet').waitFor(SOON)
  await stayed()
  await customerStayed()
  await page.context().close()
  await customerPage.context().close()
})

test('a stream that was cut goes on after the last event, and what happened meanwhile is shown', async () => {
  const { customer, visitId, crewCalls } = await dayOfThree()
  const page = await listeningAt(customer, `/visit/${visitId}`)
  const stayed = await mark(page)
  await stateOf(page, 'Confirmed').waitFor()
  const step = (name: 'en_route' | 'in_progress') =>
    crewCalls.call('POST /api/start-visit', { body: { visitId, step: name } })
  expect((await step('en_route')).status).toBe(200)
  await stateOf(page, 'On the way').waitFor(SOON)
  await settle(page)

  await page.context().route('**/api/events*', (route) => route.abort('connectionreset'))
  stage.testApp.server.server.closeAllConnections()
  await page.waitForEvent('requestfailed', { predicate: isStream, timeout: 30_000 })
  expect((await step('in_progress')).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  // Cut off, and without polls: nobody notified this page.
  expect(await stateOf(page, 'Being done').count()).toBe(0)

  const again = page.waitForResponse((response) => isStream(response.request()), { timeout: 30_000 })
  await page.context().unroute('**/api/events*')
  const response = await again
  await stateOf(page, 'Being done').waitFor(SOON)
  expect((await response.request().allHeaders())['last-event-id']).toMatch(/^\d+:\d+:[\d,]*$/)
  await stayed()
  await page.context().close()
})

test('a phone that was offline asks from where it read last', async () => {
  const { customer, job, visitId, crewCalls } = await dayOfThree()
  const page = await listeningAt(customer, `/visit/${visitId}`)
  const stayed = await mark(page)
  await stateOf(page, 'Confirmed').waitFor()
  await crewCalls.call('POST /api/start-visit', { body: { visitId, step: 'en_route' } })
  await stateOf(page, 'On the way').waitFor(SOON)
  await settle(page)

  await page.context().setOffline(true)
  expect((await crewCalls.call('POST /api/start-visit', { body: { visitId } })).status).toBe(200)
  const elsewhere = await buildVisit(app, job, { date: localDate('2026-03-10') })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await stateOf(page, 'Being done').count()).toBe(0)

  const again = page.waitForRequest(isStream, { timeout: 30_000 })
  await page.context().setOffline(false)
  const address = new URL((await again).url())
  await stateOf(page, 'Being done').waitFor(SOON)
  expect(address.searchParams.get('after')).toMatch(/^\d+:\d+:[\d,]*$/)
  await stayed()
  await goWithin(page, `/visit/${elsewhere}`)
  await stateOf(page, 'Scheduled').waitFor()
  await page.context().close()
})

test('of two pages of one browser one listens for both; when it closes the other goes on without a gap', async () => {
  const { customer, visitId, crewCalls } = await dayOfThree()
  const first = await listeningAt(customer, `/visit/${visitId}`)
  const context = first.context()
  const streams: string[] = []
  context.on('request', (request) => isStream(request) && streams.push(request.url()))
  const second = await context.newPage()
  await second.addInitScript(WITHOUT_POLLS)
  await second.goto(`/visit/${visitId}`)
  await stateOf(second, 'Confirmed').waitFor()
  // Long enough for a second stream to be opened, were there one.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(streams).toEqual([])
  await crewCalls.call('POST /api/start-visit', { body: { visitId, step: 'en_route' } })
  for (const page of [first, second]) await stateOf(page, 'On the way').waitFor(SOON)

  await first.close()
  expect((await crewCalls.call('POST /api/start-visit', { body: { visitId } })).status).toBe(200)
  await stateOf(second, 'Being done').waitFor(SOON)
  expect(streams).toEqual([expect.stringContaining('/api/events?after=')])
  await context.close()
})
