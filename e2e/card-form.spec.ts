/** The double of Stripe.js in a real browser, on a page of another origin, as our own pages are. */
import { createServer } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientOf } from '#testing/stripe/double-process.ts'
import { type RunningDouble, startDouble } from '#testing/stripe/server.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'

let double: RunningDouble
let browser: Browser
let page: Page
let origin: string
const seen: string[] = []
const shop = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    seen.push(`${request.url} ${Buffer.concat(parts).toString()}`)
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY() })
    response.end(
      `<!doctype html><title>Shop</title><main></main><script src="${double.origin}/v3/"></script>`,
    )
  })
})
const POLICY = () =>
  `default-src 'self'; script-src ${double.origin}; frame-src ${double.origin}; style-src 'unsafe-inline'`

beforeAll(async () => {
  double = await startDouble()
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  })
})
afterAll(async () => {
  await browser.close()
  await double.close()
  shop.close()
})
beforeEach(async () => {
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(origin)
})

/** Mounts the element; what confirming gives is awaited in `window.outcome`. */
async function mount(clientSecret: string): Promise<void> {
  await page.evaluate((clientSecret) => {
    const stripe = Reflect.get(window, 'Stripe')('pk_test_double')
    const elements = stripe.elements({ clientSecret })
    elements.create('payment').mount('main')
    Reflect.set(window, 'confirm', () => {
      const confirmParams = { return_url: `${location.origin}/back` }
      const kind = clientSecret.startsWith('seti_') ? 'confirmSetup' : 'confirmPayment'
      Reflect.set(window, 'outcome', stripe[kind]({ elements, confirmParams, redirect: 'if_required' }))
    })
  }, clientSecret)
}

async function type(number: string): Promise<void> {
  const fields = page.frameLocator('[title="Secure payment input frame"]').first()
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 34')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('80202')
  await page.evaluate(() => Reflect.get(window, 'confirm')())
}

const outcome = () => page.evaluate(async () => Reflect.get(window, 'outcome'))
const answerBank = (name: string) =>
  page.frameLocator('[title="3D Secure challenge"]').getByRole('button', { name }).click()

async function setupSecret(): Promise<string> {
  const stripe = clientOf(double.origin)
  const { id: customer } = await stripe.customers.create()
  return (await stripe.setupIntents.create({ customer })).client_secret ?? ''
}

async function paymentSecret(): Promise<string> {
  const intent = await clientOf(double.origin).paymentIntents.create({ amount: 2_000, currency: 'usd' })
  return intent.client_secret ?? ''
}

test('a card is saved, and our own server never sees its number', async () => {
  await mount(await setupSecret())
  await type('4242 4242 4242 4242')
  expect(await outcome()).toMatchObject({ setupIntent: { status: 'succeeded' } })
  expect(seen.join()).not.toContain('4242')
  const text = await page.content()
  expect(text).not.toContain('4242')
})

test.each([
  ['Complete', { setupIntent: { status: 'succeeded' } }],
  ['Fail', { error: { code: 'setup_intent_authentication_failure' } }],
])('a card that asks for its owner is shown a dialog: %s', async (answer, expected) => {
  await mount(await setupSecret())
  await type('4000 0025 0000 3155')
  await answerBank(answer)
  expect(await outcome()).toMatchObject(expected)
})

test.each([
  ['4000 0000 0000 0002', { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }],
  ['4000 0000 0000 9995', { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }],
  ['4242 4242 4242 4241', { type: 'validation_error', code: 'invalid_number' }],
])('%s pays nothing, and says why', async (number, error) => {
  await mount(await paymentSecret())
  await type(number)
  expect(await outcome()).toMatchObject({ error })
})

test('a payment that always asks is paid after the bank said yes', async () => {
  await mount(await paymentSecret())
  await type('4000 0027 6000 3184')
  await answerBank('Complete')
  expect(await outcome()).toMatchObject({ paymentIntent: { status: 'succeeded' } })
})

test('a payment that a server could not finish alone is finished by its next action', async () => {
  const stripe = clientOf(double.origin)
  const intent = await stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequired',
    allowed_payment_method_types: ['card'],
    confirm: true,
  })
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  await page.evaluate((clientSecret) => {
    const api = Reflect.get(window, 'Stripe')('pk_test_double')
    Reflect.set(window, 'outcome', api.handleNextAction({ clientSecret }))
  }, intent.client_secret)
  await answerBank('Complete')
  expect(await outcome()).toMatchObject({ paymentIntent: { status: 'succeeded' } })
})
