/** A day as two people see it: the crew sets out, cannot get in, is let in, finds more to do; the customer follows and answers. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

type Day = { crew: { userId: UserId }; customer: { userId: UserId }; visitId: VisitId }

async function dayWithOneStop(): Promise<Day> {
  const { app } = stage.testApp
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const customer = await buildCustomer(app, { name: 'Ann Bell' })
  const at = { lat: CIVIC_CENTER.lat + 0.05, lng: CIVIC_CENTER.lng }
  const propertyId: PropertyId = await buildProperty(app, customer.userId, { at, name: 'Blue house' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return { crew, customer, visitId }
}

const picture = (red: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: red, g: 90, b: 80 } } })
    .jpeg()
    .toBuffer()

async function takePhoto(page: Page, label: string, red: number): Promise<void> {
  await page
    .getByLabel(label, { exact: true })
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(red) })
}

test('on the way, a closed door that opens, extra work, done: both sides see each step', async () => {
  const { crew, customer, visitId } = await dayWithOneStop()
  const crewPage = await stage.openAs(crew)
  const customerPage = await stage.openAs(customer)
  await crewPage.context().grantPermissions(['geolocation'])
  await crewPage.context().setGeolocation({ latitude: CIVIC_CENTER.lat + 0.05, longitude: CIVIC_CENTER.lng })
  await crewPage.context().route('https://www.google.com/**', (route) => route.abort())
  await customerPage.goto(`/visit/${visitId}`)
  await crewPage.goto('/')

  await crewPage.getByRole('link', { name: /On my way/ }).click()
  await crewPage.getByText('The customer knows you’re coming.').waitFor()
  await customerPage.getByText(/Maria is on the way\. Expected about \d+:\d\d/).waitFor({ timeout: 30_000 })

  await crewPage.getByRole('button', { name: 'Something else' }).click()
  await crewPage.getByRole('button', { name: /I can’t get in/ }).click()
  await takePhoto(crewPage, 'Photo of what’s in the way', 200)
  await crewPage.getByRole('button', { name: 'Tell the customer' }).click()
  await crewPage.getByText('Waiting for the customer').waitFor()
  await customerPage.getByRole('heading', { name: 'Maria can’t get in' }).waitFor({ timeout: 30_000 })
  await customerPage.getByLabel('How does the crew get in?').fill('The key is under the pot.')
  await customerPage.getByRole('button', { name: 'Tell the crew' }).click()
  await crewPage.getByText('The key is under the pot.').waitFor({ timeout: 30_000 })
  await crewPage.getByRole('button', { name: 'I got in' }).click()
  await crewPage.getByText('The key is under the pot.').waitFor({ state: 'detached' })

  await crewPage.getByRole('button', { name: 'Start', exact: true }).click()
  await crewPage.getByRole('button', { name: 'Take a photo' }).waitFor()
  await crewPage.getByRole('button', { name: 'Something else' }).click()
  await crewPage.getByRole('button', { name: /There is more to do/ }).click({ timeout: 30_000 })
  await crewPage.getByLabel('What needs doing?').fill('Wash both bins')
  await crewPage.getByLabel('Price in dollars').fill('12')
  await crewPage.getByRole('button', { name: 'Ask the customer' }).click()
  await crewPage.getByText('Waiting for the customer').waitFor()
  await customerPage.getByRole('button', { name: 'Yes, for $12' }).click({ timeout: 30_000 })
  await crewPage.getByText('Approved: go ahead').waitFor({ timeout: 30_000 })

  await takePhoto(crewPage, 'Take a photo', 40)
  await crewPage.getByRole('button', { name: 'Done', exact: true }).click()
  await customerPage.getByText('Extra work: Wash both bins').waitFor({ timeout: 30_000 })
  const story = customerPage.getByRole('list', { name: 'What happened' })
  for (const step of ['The crew set out', 'You answered the crew', 'You approved extra work', 'Done'])
    await story.getByText(step, { exact: true }).waitFor()
  const row = await stage.testApp.app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['price_cents', 'crew_pay_cents'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ price_cents: 2_200, crew_pay_cents: 1_540 })
})

test('nobody answers: after the wait the crew goes, and the customer reads what it costs', async () => {
  const { crew, customer, visitId } = await dayWithOneStop()
  const crewPage = await stage.openAs(crew)
  await crewPage.goto('/')
  await crewPage.getByRole('button', { name: 'Something else' }).click()
  await crewPage.getByRole('button', { name: /I can’t get in/ }).click()
  await crewPage.getByLabel('Nobody home').check()
  await takePhoto(crewPage, 'Photo of what’s in the way', 120)
  await crewPage.getByRole('button', { name: 'Tell the customer' }).click()
  await crewPage.getByText('Waiting for the customer').waitFor()
  const { clock } = stage.testApp
  await stage.goTo((clock.now() + 11 * MINUTE_MS) as Instant)
  await crewPage.reload()
  await crewPage.getByRole('button', { name: 'End the visit' }).click()
  await crewPage.getByRole('dialog').getByRole('button', { name: 'End the visit' }).click()
  await crewPage.getByText('The visit has ended.').waitFor()
  const customerPage = await stage.openAs(customer)
  await customerPage.goto(`/visit/${visitId}`)
  await customerPage.getByText(/You pay a trip charge instead of the price/).waitFor()
  await customerPage.getByText('Call-out fee', { exact: true }).waitFor()
})

test('a short link that leads nowhere says so', async () => {
  const page = await stage.open()
  await page.goto('/go/ZZZZZZZZ')
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})
