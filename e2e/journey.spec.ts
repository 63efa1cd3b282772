/** The main job from end to end, on the built application, through the screens alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cents, formatCents } from '#domain/money.ts'
import { parseInstant } from '#domain/time.ts'
import { buildOperator } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'
import {
  addProperty,
  bookWeekly,
  connectPayoutAccount,
  importProperties,
  registerCrew,
  registerCustomer,
  saveCard,
  workThroughTheDay,
} from './journey.people.ts'

const stage = await openStage()
const { app } = stage.testApp

const LISTINGS_OF_DENVER = join(import.meta.dirname, '../data/denver/listings.csv')
const THURSDAY_MORNING = parseInstant('2026-03-05T15:00:00Z')
/** Monday after the clocks went forward: 06:30 in Denver is an hour earlier in UTC than the week before. */
const BILLED = parseInstant('2026-03-09T12:30:00Z')
const PAID_OUT = parseInstant('2026-03-11T12:30:00Z')

/** Eight places in two groups with names as owners write them, and one row that cannot be taken. */
const LISTINGS = [
  'id,name,neighbourhood,latitude,longitude',
  '1,"Casa ""Sol"" — 2BR ☀️",Highland,39.7600,-105.0110',
  '2,"Loft, brick & beam",Highland,39.7611,-105.0102',
  '3,Garden house,Highland,39.7622,-105.0121',
  '4,Bluebird cottage,Highland,39.7630,-105.0131',
  '5,Union flat,Baker,39.7150,-104.9950',
  '6,Alley studio,Baker,39.7160,-104.9960',
  '7,Corner bungalow,Baker,39.7170,-104.9970',
  '8,Nowhere,Baker,,',
].join('\n')

test('from registering to the crew’s payout', async () => {
  await app.db
    .insertInto('coupon')
    .values({ code: 'SPRING', name: 'Spring start', credit_cents: cents(1_000) })
    .execute()
  const customer = await stage.open()

  // 1: an account with a coupon, one place by address, many from a file, twice.
  await customer.goto('/get-started?coupon=SPRING')
  await customer.getByText('Spring start: $10 off your first bills.').waitFor()
  await registerCustomer(customer, { name: 'Maria Vargas', email: 'maria.e2e@example.test' })
  await addProperty(customer, 'Lake house', '1200 E Colfax')
  const file = { name: 'places.csv', content: Buffer.from(LISTINGS) }
  await importProperties(customer, file, 'neighbourhood')
  expect(await customer.getByText('1 row was not taken').isVisible()).toBe(true)
  await importProperties(customer, file, 'neighbourhood')
  const kept = await app.db
    .selectFrom('property')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(kept.count).toBe(8)

  // 2: a card, one weekly job, and many at once for a group; the price is said before.
  await saveCard(customer, '4242424242424242')
  const one = await bookWeekly(customer, {
    where: /Lake house/,
    service: 'Bins to the curb',
    weekday: 'Thursday',
  })
  const many = await bookWeekly(customer, {
    where: /Highland/,
    service: 'Bins to the curb',
    weekday: 'Thursday',
  })
  expect(one).toBe('$10')
  expect(many).toBe('$40')

  // 3: visits four weeks ahead, once per job and date, at the same hour before and after the clocks change.
  const visits = await app.db.selectFrom('visit').select(['date', 'weekly_job_id']).orderBy('date').execute()
  expect(new Set(visits.map(({ date }) => date))).toEqual(
    new Set(['2026-03-05', '2026-03-12', '2026-03-19', '2026-03-26']),
  )
  expect(visits).toHaveLength(20)
  await customer.goto('/jobs')
  await customer.getByText('Lake house').first().waitFor()

  // 4: two crews want the same route; one gets it.
  const crew = await stage.open()
  const rival = await stage.open()
  await registerCrew(crew, { name: 'Devon Brooks', email: 'devon.e2e@example.test' }, '900 E 14th')
  await registerCrew(rival, { name: 'Rosa Lima', email: 'rosa.e2e@example.test' }, '900 E 14th')
  await connectPayoutAccount(crew, 'Devon Brooks')
  await crew.goto('/jobs')
  await rival.goto('/jobs')
  await crew.getByRole('button', { name: 'Take this route' }).first().click()
  await rival.getByRole('button', { name: 'Take this route' }).first().click()
  await crew.getByRole('button', { name: 'Yes, take it' }).click()
  await crew.getByText(/stops are yours/).waitFor()
  await rival.getByRole('button', { name: 'Yes, take it' }).click()
  await rival.getByText('Someone was faster').waitFor()

  // 5: on the day, in order, with photos and location; the customer sees the proof.
  await stage.goTo(THURSDAY_MORNING)
  const { lat, lng } = await app.db
    .selectFrom('property')
    .where('name', '=', 'Lake house')
    .select(['lat', 'lng'])
    .executeTakeFirstOrThrow()
  await crew.context().grantPermissions(['geolocation'])
  await crew.context().setGeolocation({ latitude: lat, longitude: lng })
  const done = await workThroughTheDay(crew)
  expect(done).toBe(5)
  await customer.goto('/jobs')
  await customer
    .getByRole('link', { name: /Lake house/ })
    .first()
    .click()
  await customer.getByText('Photo proof').waitFor()
  const proof = customer.getByRole('img', { name: /^Photo 1/ }).first()
  await proof.waitFor()
  expect(
    await proof.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0)

  // 6: Monday bills once, Wednesday pays out; receipt and statement have the lines.
  await stage.goTo(BILLED)
  await customer.goto('/billing')
  await customer.getByRole('link', { name: /Paid/ }).first().click()
  await customer.getByRole('heading', { name: 'Receipt' }).waitFor()
  await customer.getByText('Lake house').waitFor()
  await customer.getByText('Casa "Sol" — 2BR ☀️').waitFor()
  await customer.getByText('$40', { exact: true }).first().waitFor()
  const payments = await app.db
    .selectFrom('payment')
    .select(['state', 'total_cents', 'coupon_cents'])
    .execute()
  expect(payments).toEqual([{ state: 'paid', total_cents: 4_000, coupon_cents: 1_000 }])
  await stage.goTo(PAID_OUT)
  await crew.goto('/crew-payments')
  await crew.getByRole('link', { name: /\$35/ }).first().click()
  await crew.getByRole('heading', { name: 'Earnings statement' }).waitFor()
  await crew.getByText('Lake house').waitFor()

  // The books agree, to the cent, with the provider.
  const operator = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await operator.goto('/operator/money')
  await operator.getByRole('link', { name: 'Reconcile' }).first().click()
  await operator.getByRole('button', { name: 'Run now' }).click()
  await operator.getByText('The books agree to the cent.').waitFor()
  const total = await app.db
    .selectFrom('ledger_posting')
    .select((eb) => eb.fn.sum<string>('amount_cents').as('sum'))
    .executeTakeFirstOrThrow()
  expect(formatCents(Number(total.sum) as never)).toBe('$0')
})

test('5,151 listings come in through the screen, and again without doubling', async () => {
  const page = await stage.open({ viewport: DESKTOP })
  await registerCustomer(page, { name: 'Host Holder', email: 'host.e2e@example.test' })
  const file = { name: 'denver-listings.csv', content: readFileSync(LISTINGS_OF_DENVER) }
  await importProperties(page, file, 'host_id')
  await importProperties(page, file, 'host_id')
  const host = await app.db
    .selectFrom('users')
    .where('email', '=', 'host.e2e@example.test')
    .select('id')
    .executeTakeFirstOrThrow()
  const groups = await app.db
    .selectFrom('property')
    .where('customer_id', '=', host.id)
    .groupBy('group_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute()
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(5_151)
  expect(Math.max(...groups.map(({ count }) => count))).toBe(96)
  await page.goto('/')
  await page.getByText('5,151 properties').waitFor()
})
