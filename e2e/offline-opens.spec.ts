/** The app opens without a network, whatever happened before (ux 2), after one visit and nothing else. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import { makeGoLink } from '#server/go/make-link.ts'
import { buildCustomer } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'
import { crewWithVisit, hasShell, keptReplies, phoneOf } from './offline-phone.ts'

const stage = await openStage()
const { server } = stage.testApp.server
const closing: (() => Promise<unknown>)[] = []

/** What stands between the phone and the server. */
type Network = (request: IncomingMessage, reply: ServerResponse) => void
const [answer] = server.listeners('request') as RequestListener[]
const up: Network = (request, reply) => answer?.(request, reply)
let network = up
server
  .removeAllListeners('request')
  .on('request', (request: IncomingMessage, reply: ServerResponse) => network(request, reply))

afterEach(async () => {
  network = up
  server.closeAllConnections()
  for (const close of closing.splice(0).reverse()) await close()
})

const silent: Network = () => undefined
const cafe: Network = (_, reply) =>
  void reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to our WiFi</h1>')

/** One visit of the home, until what it brings by itself is there. */
async function visitOnce(page: Page, reads: readonly string[]): Promise<void> {
  await page.goto('/')
  await expect.poll(() => hasShell(page), { timeout: 30_000 }).toBe(true)
  await expect
    .poll(async () => (await keptReplies(page)).join(), { timeout: 30_000 })
    .toSatisfy((kept: string) => reads.every((read) => kept.includes(read)))
}

/** It shows, and nothing that fails afterwards takes it away. */
async function opensWhole(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path)
  await page.getByText(text).first().waitFor()
  await page.waitForTimeout(1_500)
  await page.getByText(text).first().waitFor()
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(
    /not on your device|n’t on your device|Something broke|could not be loaded|couldn’t load|Welcome back|WiFi/,
  )
  expect(await page.getByRole('dialog').count()).toBe(0)
}

const CREW_READS = ['user', 'day ', 'get-assignments', 'GET /api/visit"', 'get-messages']

async function crewsPhone() {
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const phone = await phoneOf(stage, crew, closing)
  const page = await phone.wake()
  await visitOnce(page, CREW_READS)
  return { phone, page, visitId }
}

test('ux 2: reloaded and killed, a crew’s day, assignments and door open after one visit', async () => {
  const { phone, page, visitId } = await crewsPhone()
  await phone.context().setOffline(true)
  await page.reload()
  await opensWhole(page, '/', 'Blue house')
  const again = await phone.wake({ isOffline: true })
  await opensWhole(again, '/', 'Blue house')
  await opensWhole(again, '/my-assignments', /Nothing is assigned|Release|Find work/)
  await opensWhole(again, `/visit/${visitId}`, 'Blue house')
})

test('ux 2: a network that takes everything and answers nothing, or with a café’s page, is none', async () => {
  const { phone } = await crewsPhone()
  for (const lying of [silent, cafe]) {
    network = lying
    server.closeAllConnections()
    await opensWhole(await phone.wake(), '/', 'Blue house')
  }
})

test('ux 2: a session that ran out on the way shows the kept day, and ends where the server can say so', async () => {
  const { phone } = await crewsPhone()
  const page = await phone.wake({ isOffline: true, isSessionOver: true })
  await opensWhole(page, '/', 'Blue house')
  await phone.context().setOffline(false)
  await page.goto('/')
  await page.waitForURL('**/login')
  await expect.poll(() => keptReplies(page), { timeout: 20_000 }).toEqual([])
  // Threats W6: from then on the phone knows nobody, with or without a network.
  await phone.context().setOffline(true)
  await page.goto('/')
  await page.waitForURL('**/login')
})

test('ux 2: a new build that breaks off half way leaves the old one whole', async () => {
  const { phone, page } = await crewsPhone()
  const id = await page.evaluate<string>(`document.querySelector('meta[name="crew-build"]').content`)
  const asked: string[] = []
  network = (request, reply) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/index.html' || path.includes('-later.')) return request.socket.destroy()
    if (path !== '/' && path !== '/sw.js') return up(request, reply)
    const end = reply.end.bind(reply)
    void stage.testApp.server.inject({ method: 'GET', url: path }).then((answered) => {
      const later = answered.body
        .replaceAll(id, 'feedbeef12345678')
        .replace(/(src="\/assets\/[\w-]+)\.js/, '$1-later.js')
      reply.writeHead(200, { 'content-type': String(answered.headers['content-type']) })
      end(later)
    })
  }
  await opensWhole(page, '/', 'Blue house')
  // The new worker has fetched its parts, and never its page.
  await expect.poll(() => asked.includes('/index.html'), { timeout: 30_000 }).toBe(true)
  await opensWhole(await phone.wake({ isOffline: true }), '/', 'Blue house')
})

test('ux 2: on a full phone what is there stays there', async () => {
  const { phone, page } = await crewsPhone()
  const browser = await phone.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: stage.origin, quotaSize: 1_000 })
  await opensWhole(page, '/', 'Blue house')
  await phone.context().setOffline(true)
  await page.reload()
  await opensWhole(page, '/', 'Blue house')
})

test('ux 2: the code on a door opens its stop, also one that this phone never opened before', async () => {
  const { crew, visitId } = await crewWithVisit(stage, 1)
  const { app, clock } = stage.testApp
  const wanted = { purpose: 'visit', subjectId: visitId, userId: crew.userId, now: clock.now() } as const
  const { code } = await makeGoLink(app.db, wanted)
  const phone = await phoneOf(stage, crew, closing)
  await visitOnce(await phone.wake(), CREW_READS)
  const page = await phone.wake({ isOffline: true })
  await opensWhole(page, `/go/${code}`, 'Blue house')
  await page.getByRole('heading', { name: 'Your stop' }).waitFor()
  expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(1)
  // As people type it.
  await opensWhole(page, `/go/${code.toLowerCase()}`, 'Blue house')
  network = silent
  server.closeAllConnections()
  await opensWhole(await phone.wake(), `/go/${code}`, 'Blue house')
})

test('ux 2: a customer’s home and visit open as well', async () => {
  const { app } = stage.testApp
  const customer = await buildCustomer(app)
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Blue house' })
  const visitId = await buildVisit(app, job, { date: localDate('2026-03-02') })
  const phone = await phoneOf(stage, customer, closing)
  await visitOnce(await phone.wake(), ['user', 'customer-summary', 'GET /api/visit"', 'get-visits'])
  const page = await phone.wake({ isOffline: true })
  await opensWhole(page, '/', 'Blue house')
  await opensWhole(page, '/jobs', 'Blue house')
  await opensWhole(page, `/visit/${visitId}`, 'Blue house')
})
