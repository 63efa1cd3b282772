/** A second city from nothing, through the screens alone: its ground, services and prices, its first week and payout. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildOperator } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'
import {
  addProperty,
  bookWeekly,
  connectPayoutAccount,
  registerCrew,
  registerCustomer,
  saveCard,
  workThroughTheDay,
} from './journey.people.ts'

const stage = await openStage()
const { app } = stage.testApp

/** Arizona keeps its clocks: 8 in the morning, and half past 6 after the week in which Denver's went forward. */
const THURSDAY_MORNING = parseInstant('2026-03-05T15:00:00Z')
const BILLED = parseInstant('2026-03-09T13:30:00Z')
const PAID_OUT = parseInstant('2026-03-11T13:30:00Z')

const CORNERS = [
  [-112.3, 33.3],
  [-111.9, 33.3],
  [-111.9, 33.65],
  [-112.3, 33.65],
  [-112.3, 33.3],
]

test('an operator opens Phoenix, and its first week is worked, billed and paid', {
  timeout: 240_000,
}, async () => {
  const operator = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await beginCity(operator)

  // Whoever looks before it opens is not served yet.
  const customer = await stage.open()
  await registerCustomer(customer, { name: 'Ana Ruiz', email: 'ana.phoenix@example.test' })

  await nameGroundAndServices(operator)
  await setPrice(operator)
  await operator.goto('/operator/market/phoenix')
  await operator.getByRole('button', { name: 'Open city' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Open city' }).click()
  await operator.getByText('Phoenix is open.').waitFor()

  // The first customer, at the city's own price, among the city's own services.
  await addProperty(customer, 'Casa Camelback', '1200 E Camelback')
  await saveCard(customer, '4242424242424242')
  await customer.goto('/')
  await customer.getByRole('link', { name: 'Book a service' }).first().click()
  await customer
    .getByRole('button', { name: /Casa Camelback/ })
    .first()
    .click()
  await customer.getByRole('button', { name: /Recycling pickup/ }).waitFor()
  expect(await customer.getByRole('button', { name: /Snow/ }).count()).toBe(0)
  const promised = await bookWeekly(customer, {
    where: /Casa Camelback/,
    service: 'Bins to the curb',
    weekday: 'Thursday',
  })
  expect(promised).toBe('$13.50')

  // The first crew takes the work and does it, on the city's own clock.
  const crew = await stage.open()
  await registerCrew(crew, { name: 'Luis Ortega', email: 'luis.phoenix@example.test' }, '900 E Thomas')
  await connectPayoutAccount(crew, 'Luis Ortega')
  await crew.goto('/jobs')
  await crew.getByRole('button', { name: 'Take this route' }).first().click()
  await crew.getByRole('button', { name: 'Yes, take it' }).click()
  await crew.getByText(/stops? (is|are) yours/).waitFor()
  await stage.goTo(THURSDAY_MORNING)
  const place = await app.db
    .selectFrom('property')
    .select(['lat', 'lng', 'time_zone'])
    .executeTakeFirstOrThrow()
  expect(place.time_zone).toBe('America/Phoenix')
  await crew.context().grantPermissions(['geolocation'])
  await crew.context().setGeolocation({ latitude: place.lat, longitude: place.lng })
  expect(await workThroughTheDay(crew)).toBe(1)

  // Monday bills, Wednesday pays out, and the books agree.
  await stage.goTo(BILLED)
  await customer.goto('/billing')
  await customer.getByRole('link', { name: /Paid/ }).first().click()
  await customer.getByRole('heading', { name: 'Receipt' }).waitFor()
  await customer.getByText('$13.50', { exact: true }).first().waitFor()
  await stage.goTo(PAID_OUT)
  await crew.goto('/crew-payments')
  await crew
    .getByRole('link', { name: /\$9\.45/ })
    .first()
    .click()
  await crew.getByRole('heading', { name: 'Earnings statement' }).waitFor()
  await crew.getByText('Casa Camelback').waitFor()
  const people = await app.db
    .selectFrom('users')
    .where('type', '<>', 'Operator')
    .select('market_id')
    .execute()
  expect(people.map(({ market_id }) => market_id)).toEqual(['phoenix', 'phoenix'])
  const report = await reconcile(app)
  expect(report.checks.flatMap(({ differences }) => differences)).toEqual([])
  await operator.goto('/operator/markets')
  await operator.getByRole('row', { name: /Phoenix.*Open/ }).waitFor()
})

async function beginCity(page: Page): Promise<void> {
  await page.goto('/operator/markets')
  await page.getByRole('button', { name: 'New city' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Phoenix')
  await dialog.getByLabel('Time zone').selectOption('America/Phoenix')
  await dialog.getByLabel('Or its coordinates').fill('33.4484, -112.0740')
  await dialog.getByRole('button', { name: 'Begin this city' }).click()
  await page.getByRole('heading', { name: 'Phoenix', exact: true }).waitFor()
}

async function nameGroundAndServices(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'The area as GeoJSON' }).click()
  const area = JSON.stringify({ type: 'Polygon', coordinates: [CORNERS] })
  await page.getByRole('textbox', { name: 'The area as GeoJSON' }).fill(area)
  await page.getByRole('button', { name: 'Use this GeoJSON' }).click()
  await page.getByText('4 corners').waitFor()
  await page.getByLabel('Support email').fill('phoenix@crew.example.test')
  await page.getByRole('checkbox', { name: /The whole catalog/ }).uncheck()
  await page.getByRole('checkbox', { name: 'Bins to the curb and back' }).check()
  await page.getByRole('checkbox', { name: 'Recycling pickup' }).check()
  await page.getByRole('button', { name: 'Save city' }).click()
  await page.getByText('Saved.').first().waitFor()
}

/** Dearer than elsewhere: $12 for coming and $1.50 a bin, from tomorrow on. */
async function setPrice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prices', exact: true }).click()
  await page.getByRole('button', { name: 'Change price: Bins to the curb and back' }).click()
  await page.getByRole('radio', { name: 'Phoenix' }).check()
  await page.getByLabel('For coming').fill('12')
  await page.getByRole('button', { name: 'Show the effect' }).click()
  await page.getByText('No weekly job has this price now; new bookings will.').waitFor()
  await page.getByRole('button', { name: 'Set the price' }).click()
  await page.getByText('The price is set.').waitFor()
}
