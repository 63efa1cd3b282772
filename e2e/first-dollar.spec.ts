/**
 * The first real dollar: the house in production, Stripe's API and Stripe.js by their double, through the screens
 * alone. From a card whose bank asks for its owner to a crew's money in the bank, with a refund and a chargeback.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator } from '#testing/build.ts'
import { DESKTOP } from './chromium.ts'
import {
  addProperty,
  bookWeekly,
  registerCrew,
  registerCustomer,
  workThroughTheDay,
} from './journey.people.ts'
import { openStripeHouse } from './stripe-house.ts'

const DAY = 24 * HOUR_MS
const THURSDAY_MORNING = quietThursday(new Date())
const MONDAY_BEFORE = instant(THURSDAY_MORNING - 3 * DAY)
const BILLED = instant(THURSDAY_MORNING + 4 * DAY)
const PAID_OUT = instant(BILLED + 2 * DAY)
const IN_BANK = instant(PAID_OUT + 3 * DAY)

const CARD = '4000 0025 0000 3155'

const { stage, stripe, sendCommand, goTo } = await openStripeHouse(MONDAY_BEFORE)
const { app } = stage.testApp

// Two weeks, hour by hour: minutes on a machine that does other things, too.
test('the first real dollar, from the card to the crew’s bank', { timeout: 400_000 }, async () => {
  // 1: a customer, a card whose bank asks for its owner, a weekly job.
  const customer = await stage.open()
  const sent = whatIsSentTo(customer, stage.origin)
  await registerCustomer(customer, { name: 'Maria Vargas', email: 'maria.dollar@example.test' })
  await addProperty(customer, 'Lake house', '1200 E Colfax')
  await saveCardAtStripe(customer, CARD)
  await customer.getByText('Visa ending in 3155').first().waitFor()
  const price = await bookWeekly(customer, {
    where: /Lake house/,
    service: 'Bins to the curb',
    weekday: 'Thursday',
  })
  expect(price).toBe('$10')

  // 2: a crew that Stripe knows, its route, its visit.
  const crew = await stage.open()
  await registerCrew(crew, { name: 'Devon Brooks', email: 'devon.dollar@example.test' }, '900 E 14th')
  await connectAtStripe(crew, 'Devon Brooks')
  await crew.goto('/jobs')
  await crew.getByRole('button', { name: 'Take this route' }).first().click()
  await crew.getByRole('button', { name: 'Yes, take it' }).click()
  await crew.getByText(/stops? (is|are) yours/).waitFor()
  await goTo(THURSDAY_MORNING)
  const { lat, lng } = await app.db.selectFrom('property').select(['lat', 'lng']).executeTakeFirstOrThrow()
  await crew.context().grantPermissions(['geolocation'])
  await crew.context().setGeolocation({ latitude: lat, longitude: lng })
  expect(await workThroughTheDay(crew)).toBe(1)

  // 3: Monday takes the money without anybody there.
  await goTo(BILLED)
  await customer.goto('/billing')
  await customer.getByRole('link', { name: /Paid/ }).first().click()
  await customer.getByText(/Paid with Visa ending in 3155/).waitFor()
  const [charge] = await objects('charge')
  expect(charge).toMatchObject({ amount: 1_000, status: 'succeeded', captured: true })
  await expect
    .poll(async () =>
      (await app.db.selectFrom('provider_event').select('type').execute()).map(({ type }) => type),
    )
    .toContain('payment_intent.succeeded')

  // 4: a part of it goes back.
  const operator = await stage.openAs(await buildOperator(app), { viewport: DESKTOP })
  await operator.goto('/operator/money?show=payments')
  await operator.getByRole('button', { name: 'Refund' }).first().click()
  await operator.getByLabel(/Amount in dollars/).fill('2.50')
  await operator.getByLabel('Reason').fill('One bin was left out.')
  await operator.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await operator.getByText('$2.50 refunded.').waitFor()
  await customer.reload()
  await customer.getByText('Refunded').first().waitFor()

  // 5: the cardholder's bank takes the rest, sees what speaks for us, and gives it back.
  const dispute = await openChargeback(charge!.id, 750)
  await answerChargeback(operator)
  await sendCommand('decide_dispute', { dispute, outcome: 'won' })
  await expect.poll(chargebackStates).toEqual(['won'])

  // 6: Wednesday, and the bank's days after it.
  await goTo(PAID_OUT)
  await crew.goto('/crew-payments')
  await crew.getByText(/Sent\. In your bank by/).waitFor()
  await goTo(IN_BANK)
  await crew.reload()
  await crew.getByText(/In your bank since/).waitFor()

  // 7: the books agree with themselves and with Stripe, and nobody but Stripe has seen the card's number.
  await operator.goto('/operator/reconcile')
  await operator.getByRole('button', { name: 'Run now' }).click()
  await operator.getByText('The books agree to the cent.').waitFor()
  const report = await reconcile(app)
  expect(report.checks.flatMap(({ differences }) => differences)).toEqual([])
  expect(await ourClearing()).toBe(await theirBalance())
  expect((await objects('payout', await accountOf())).map(({ status }) => status)).toEqual(['paid'])
  const digits = CARD.replaceAll(' ', '')
  const withDigits = (texts: readonly string[]) =>
    texts.filter((text) => text.replaceAll(/[ +-]|%20/g, '').includes(digits))
  expect(sent.length).toBeGreaterThan(20)
  expect(withDigits(sent)).toEqual([])
  expect(await tablesWith(digits)).toEqual([])
  expect(await tablesWith('maria.dollar@example.test')).toContain('users')
})

const LOOKS = [
  { language: 'en', isDark: false },
  { language: 'en', isDark: true },
  { language: 'es', isDark: false },
  { language: 'es', isDark: true },
] as const

test.each(LOOKS)(
  'the card form fits a small phone: $language, dark $isDark',
  async ({ language, isDark }) => {
    const page = await stage.openAs(await buildCustomer(app, { locale: language }), { language, isDark })
    const answer = await page.goto('/add-card')
    const frame = page.locator('iframe[title="Secure payment input frame"]').first()
    await frame.contentFrame().getByLabel('Card number').fill('4242 4242 4242 4242')
    // Whoever likes pays by debits of a bank account.
    await frame.contentFrame().getByText('US bank account').waitFor()
    const box = (await frame.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.width).toBeGreaterThan(280)
    expect(box.x + box.width).toBeLessThanOrEqual(360)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    const button = (await page
      .getByRole('button', { name: /Save the card|Guardar la tarjeta/ })
      .boundingBox())!
    expect(button.height).toBeGreaterThanOrEqual(44)
    await page.screenshot({
      path: `test-results/card-form-${language}${isDark ? '-dark' : ''}.png`,
      fullPage: true,
    })
    // What the page may load is said, and nothing more: its own, and Stripe.
    const policy = answer!.headers()['content-security-policy']!
    expect(policy).toContain(`script-src 'self' ${stripe};`)
    expect(policy).toContain(`frame-src ${stripe};`)
    expect(policy).toContain("style-src 'self';")
  },
)

test('Stripe’s script is on no page that needs no card', async () => {
  const page = await stage.openAs(await buildCustomer(app))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of ['/', '/jobs', '/billing', '/settings']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
  }
  expect(asked.filter((url) => url.startsWith(stripe))).toEqual([])
  await page.goto('/add-card')
  await expect.poll(() => asked.filter((url) => url.startsWith(stripe))).toContain(`${stripe}/v3/`)
})

const doubleObjects = z.object({
  data: z.array(z.looseObject({ id: z.string(), status: z.string().optional(), net: z.int().optional() })),
})

/** What Stripe has of a kind; of its own, or of a connected account. */
async function objects(kind: string, owner: string | null = null) {
  return doubleObjects.parse(await sendCommand('objects', { kind, owner })).data
}

async function openChargeback(charge: string, amount: number): Promise<string> {
  await sendCommand('dispute', { charge, reason: 'product_not_received', amount })
  await expect.poll(chargebackStates).toEqual(['needs_evidence'])
  const [dispute] = await objects('dispute')
  return dispute!.id
}

async function chargebackStates(): Promise<string[]> {
  return (await app.db.selectFrom('chargeback').select('state').execute()).map(({ state }) => state)
}

async function answerChargeback(operator: Page): Promise<void> {
  await operator.goto('/operator/chargebacks')
  await operator.getByRole('link', { name: 'Maria Vargas' }).click()
  await operator.getByLabel('What you want to say').fill('The bins stood at the curb before eight.')
  await operator.getByRole('button', { name: 'Send the evidence' }).click()
  await operator.getByText('The evidence is with the bank.').waitFor()
  await operator.getByText('With the bank', { exact: true }).first().waitFor()
  await expect.poll(chargebackStates).toEqual(['under_review'])
}

async function ourClearing(): Promise<number> {
  const row = await app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('ledger_account.kind', '=', 'provider_clearing')
    .select((eb) => eb.fn.sum<string>('amount_cents').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

async function theirBalance(): Promise<number> {
  return (await objects('balance_transaction')).reduce((sum, { net = 0 }) => sum + net, 0)
}

/** The tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, schema, isView } of await app.db.introspection.getTables()) {
    if (schema !== 'public' || isView) continue
    const rows =
      await sql`select 1 from ${sql.table(name)} as kept where kept::text like ${`%${text}%`} limit 1`.execute(
        app.db,
      )
    if (rows.rows.length > 0) found.push(name)
  }
  return found
}

async function accountOf(): Promise<string> {
  return (await objects('account'))[0]!.id
}

/** On Stripe's own page, and back. */
async function connectAtStripe(page: Page, legalName: string): Promise<void> {
  await page.goto('/stripe-connect')
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByLabel('Legal name').fill(legalName)
  await page.getByRole('button', { name: 'Agree and submit' }).click()
  await page.waitForURL(/stripe-connect\?returned=1/)
  await page.getByText('Ready', { exact: true }).waitFor()
}

/** Types a card into Stripe's own frame, and answers its bank. */
async function saveCardAtStripe(page: Page, number: string): Promise<void> {
  await page.goto('/add-card')
  const fields = page.frameLocator('[title="Secure payment input frame"]').first()
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 44')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('80202')
  await page.getByRole('button', { name: 'Save the card' }).click()
  await page.frameLocator('[title="3D Secure challenge"]').getByRole('button', { name: 'Complete' }).click()
  await page.getByText('The card is saved').waitFor()
}

/** Every address and body that the browser sends to our own house. */
function whatIsSentTo(page: Page, origin: string): readonly string[] {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.url().startsWith(origin)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return sent
}

/** The fourth Thursday of the next February at eight in Denver: no holiday and no change of clocks is near. */
function quietThursday(now: Date): Instant {
  for (let year = now.getUTCFullYear(); ; year++) {
    const first = new Date(Date.UTC(year, 1, 22, 15))
    const thursday = first.getTime() + ((4 - first.getUTCDay() + 7) % 7) * 24 * HOUR_MS
    if (thursday > now.getTime()) return instant(thursday)
  }
}
