/** A crew that shares where it is, as two people see it: the switch, the dot that moves, the arrival, and nothing afterwards. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import { instant } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

const WAIT = { timeout: 30_000 }
const north = (degrees: number): LatLng => ({ lat: CIVIC_CENTER.lat + degrees, lng: CIVIC_CENTER.lng })
const goTo = (page: Page, { lat, lng }: LatLng) =>
  page.context().setGeolocation({ latitude: lat, longitude: lng })

async function dayOfTwo() {
  const { app } = stage.testApp
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const customers = []
  for (const [index, name] of ['Blue house', 'Red house'].entries()) {
    const customer = await buildCustomer(app)
    const at = north(0.05 * (index + 1))
    const propertyId = await buildProperty(app, customer.userId, { at, name })
    const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
    const state = { crewId: crew.userId, state: 'confirmed', position: index + 1 } as const
    customers.push({ customer, visitId: await buildVisit(app, job, state) })
  }
  return { crew, first: customers[0]!, second: customers[1]! }
}

test('with the crew’s consent its customer sees it come, the next one how far it is, and nobody afterwards', async () => {
  const { crew, first, second } = await dayOfTwo()
  const crewPage = await stage.openAs(crew)
  const page = await stage.openAs(first.customer)
  const nextPage = await stage.openAs(second.customer)
  await crewPage.context().grantPermissions(['geolocation'])
  await crewPage.context().route('https://www.google.com/**', (route) => route.abort())
  await goTo(crewPage, north(0.01))
  await page.goto(`/visit/${first.visitId}`)

  await crewPage.goto('/')
  await crewPage.getByLabel(/Share where I am today/).check()
  await crewPage.getByText('Sharing where you are').waitFor()
  const kept = () => stage.testApp.app.db.selectFrom('crew_whereabouts').selectAll().execute()
  expect(await kept()).toMatchObject([{ crew_id: crew.userId, lat: null, visit_id: null }])

  await crewPage.getByRole('link', { name: /On my way/ }).click()
  await page.getByText(/Maria is on the way\. Arrives between \d+:\d\d/).waitFor(WAIT)
  await page
    .getByText(/^Maria at \d+:\d\d/)
    .first()
    .waitFor(WAIT)
  await page.goto('/')
  await page.getByText(/^Arrives between \d+:\d\d/).waitFor(WAIT)
  await page
    .getByText(/^Maria at \d+:\d\d/)
    .first()
    .waitFor(WAIT)
  await nextPage.goto(`/visit/${second.visitId}`)
  await nextPage.getByText('1 stop before you.').waitFor(WAIT)
  expect(await nextPage.getByText(/^Maria at/).count()).toBe(0)

  await goTo(crewPage, north(0.03))
  await stage.goTo(instant(stage.testApp.clock.now() + 60_000))
  await crewPage.context().clock.fastForward(30_000)
  await expect.poll(async () => (await kept())[0]?.lat, WAIT).toBeCloseTo(north(0.03).lat, 5)

  await page.goto(`/visit/${first.visitId}`)
  await page
    .getByText(/^Maria at \d+:\d\d/)
    .first()
    .waitFor(WAIT)
  await crewPage.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByText(/^Work began at/).waitFor(WAIT)
  await page
    .getByText(/^Maria at/)
    .first()
    .waitFor({ state: 'detached', ...WAIT })
  expect(await kept()).toMatchObject([{ crew_id: crew.userId, lat: null, visit_id: null }])

  await crewPage.getByLabel(/Share where I am today/).uncheck()
  await crewPage.getByText('Sharing where you are').waitFor({ state: 'detached' })
  await expect.poll(kept, WAIT).toEqual([])
  await nextPage.reload()
  await nextPage.getByRole('heading', { name: 'Who is coming' }).waitFor(WAIT)
  expect(await nextPage.getByText('1 stop before you.').count()).toBe(0)
})
