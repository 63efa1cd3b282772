/** A host's three calendars, a stay that moves with its turnover, the crew that does it, and Hospitable by every way that a browser can take. */
import { createServer, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { hashPassword } from '#server/passwords/hash-password.ts'
import {
  buildCrew,
  buildCustomer,
  buildOperator,
  buildProperty,
  CIVIC_CENTER,
  signedIn,
} from '#testing/build.ts'
import { freePort } from '#testing/free-port.ts'
import { startHospitable } from '#testing/hospitable/server.ts'
import { createWorld, rental } from '#testing/hospitable/world.ts'
import { openStage } from './browser.ts'

const PASSWORD = 'seventeen quiet herons'
const WAIT = { timeout: 60_000 }

/** By path: what each calendar says now. */
const calendars = new Map<string, readonly (readonly [string, string, string])[]>()
const feeds: Server = createServer((request, response) => {
  const events = (calendars.get(request.url ?? '') ?? []).map(
    ([uid, from, to]) =>
      `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n`,
  )
  response.end(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Double//EN\r\n${events.join('')}END:VCALENDAR\r\n`,
  )
})
const feedPort = await freePort()
await new Promise<void>((resolve) => feeds.listen(feedPort, '127.0.0.1', resolve))
const feedOrigin = `http://127.0.0.1:${feedPort}`

const port = await freePort()
const origin = `http://localhost:${port}`
const world = createWorld(() => stage.testApp.clock.now())
const hospitable = await startHospitable(world, { redirectUrl: `${origin}/hospitable-redirect` })
const stage = await openStage({
  port,
  environment: { CREW_ORIGIN: origin, CREW_FETCH_ALLOW: feedOrigin, ...hospitable.environment },
})
const { app } = stage.testApp
afterAll(async () => {
  await hospitable.close()
  feeds.close()
})

test('three calendars are connected, a stay moves, its turnover follows, the crew does it by its list, the host sees it', async () => {
  await app.db.updateTable('service').set({ photos_required: 0 }).where('key', '=', 'turnover').execute()
  const owner = await signedIn(stage.testApp, await buildOperator(app))
  const step = (key: string, wordsEn: string, wordsEs: string) =>
    ({ key, kind: 'task', photo: 'none', wordsEn, wordsEs }) as const
  await owner.call('POST /api/save-service-checklist', {
    body: {
      key: 'turnover',
      version: 0,
      items: [
        step('beds', 'Make the beds', 'Tiende las camas'),
        step('bath', 'Clean the bath', 'Limpia el baño'),
      ],
    },
  })
  const host = await buildCustomer(app, { name: 'Ann Bell' })
  const propertyId = await buildProperty(app, host.userId, { name: 'Loft' })
  calendars.set('/one.ics', [['a', '20260227', '20260303']])
  calendars.set('/two.ics', [['b', '20260310', '20260313']])
  calendars.set('/three.ics', [])
  const page = await stage.openAs(host)
  await page.goto(`/property/${propertyId}`)
  for (const path of calendars.keys()) {
    await page.getByRole('textbox', { name: 'Calendar link' }).fill(`${feedOrigin}${path}`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Calendar link' }).inputValue(), WAIT).toBe('')
  }
  await expect.poll(() => page.getByText('Reads well').count(), WAIT).toBe(3)
  await page.getByRole('button', { name: 'Plan turnovers' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Tue, Mar 3').first().waitFor()

  // The guests leave a day earlier.
  calendars.set('/one.ics', [['a', '20260227', '20260302']])
  for (let at = 0; at < calendars.size; at += 1) {
    // A reading is known by its time.
    await stage.goTo(instant(app.ports.clock.now() + MINUTE_MS))
    // The list comes anew with the hour, and a menu that was open closes with it.
    const readNow = page.getByRole('menuitem', { name: 'Read it now' })
    await expect
      .poll(async () => {
        if (!(await readNow.isVisible()))
          await page.getByRole('button', { name: 'Actions for Calendar' }).nth(at).click()
        return readNow.click({ timeout: 1_000 }).then(
          () => true,
          () => false,
        )
      }, WAIT)
      .toBe(true)
    await expect.poll(() => readNow.isVisible(), WAIT).toBe(false)
  }
  await page.getByText('The calendar is read.').first().waitFor(WAIT)
  const firstTurnover = () =>
    app.db
      .selectFrom('visit')
      .where('property_id', '=', propertyId)
      .where('state', '!=', 'cancelled')
      .orderBy('starts_at')
      .select(['id', 'date'])
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await firstTurnover()).date, WAIT).toBe('2026-03-02')
  const visitId: VisitId = (await firstTurnover()).id

  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  await app.db
    .updateTable('visit')
    .set({ crew_id: crew.userId, state: 'confirmed' })
    .where('id', '=', visitId)
    .execute()
  await stage.goTo(parseInstant('2026-03-02T19:00:00Z'))
  const crewPage = await stage.openAs(crew)
  await crewPage.context().grantPermissions(['geolocation'])
  await crewPage.context().setGeolocation({ latitude: CIVIC_CENTER.lat, longitude: CIVIC_CENTER.lng })
  await crewPage.goto('/')
  await crewPage.getByRole('button', { name: 'Start', exact: true }).click()
  for (const name of ['Make the beds', 'Clean the bath']) {
    const box = crewPage.getByRole('checkbox', { name })
    await box.click()
    await expect.poll(() => box.isChecked(), WAIT).toBe(true)
  }
  await crewPage.getByRole('button', { name: 'Done', exact: true }).click()
  await expect
    .poll(async () => {
      const row = await app.db
        .selectFrom('visit')
        .where('id', '=', visitId)
        .select('state')
        .executeTakeFirst()
      return row?.state
    }, WAIT)
    .toBe('completed')
  await page.goto(`/visit/${visitId}`)
  await page.getByText('Make the beds').first().waitFor(WAIT)
})

test('Hospitable is connected from the place, after a no, and again by who comes from there signed out', async () => {
  const host = world.addHost({ name: 'Lakeside Stays' })
  host.properties.push(rental({ name: 'Lake house' }))
  const customer = await buildCustomer(app, {
    name: 'Ben Ruiz',
    email: 'ben.hosts@example.test',
    passwordHash: await hashPassword(PASSWORD),
  })
  const propertyId = await buildProperty(app, customer.userId, { name: 'Cabin' })
  const page = await stage.openAs(customer)
  await page.goto(`/property/${propertyId}`)
  await page.getByRole('link', { name: 'Hospitable', exact: true }).click()
  await page.getByRole('button', { name: 'Connect Hospitable' }).click()
  await page.getByRole('link', { name: 'Deny' }).click()
  await page.getByText('Hospitable didn’t allow it', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Connect Hospitable' }).click()
  await page.getByRole('link', { name: 'Authorize as Lakeside Stays' }).click()
  await page.getByText('Lakeside Stays').first().waitFor(WAIT)
  await page.getByText('Lake house').first().waitFor()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('button', { name: 'Connect Hospitable' }).waitFor(WAIT)

  // From the page of their app over there: a code, no state, and nobody signed in here.
  const stranger = await stage.open()
  await stranger.goto(`/hospitable-redirect?code=${world.giveCode(host)}`)
  await stranger.getByLabel('Email').fill('ben.hosts@example.test')
  await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD)
  expect(new URL(stranger.url()).pathname).toBe('/login')
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
  await stranger.getByText('Connect this Hospitable account?').waitFor(WAIT)
  await stranger.getByRole('button', { name: 'Connect Hospitable' }).click()
  await stranger.getByText('Lakeside Stays').first().waitFor(WAIT)
})
