import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from './call.ts'
import { clientOf, sendCommand } from './double-process.ts'
import { type RunningDouble, startDouble } from './server.ts'
import { faultsOf } from './shapes.ts'

let double: RunningDouble
let stripe: Stripe

beforeAll(async () => {
  double = await startDouble()
  stripe = clientOf(double.origin)
  await sendCommand(double.origin, 'settings', { fee_delay_seconds: 0 })
})
afterAll(() => double.close())

const DAY = 86_400

async function customerWith(card: string): Promise<{ customer: string; payment_method: string }> {
  const customer = await stripe.customers.create({ name: 'Ada' })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  return { customer: customer.id, payment_method: method.id }
}

/** As a weekly charge is made. */
async function charge(
  card = 'pm_card_visa',
  amount = 2_000,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    ...(await customerWith(card)),
    allowed_payment_method_types: ['card', 'us_bank_account'],
    confirm: true,
    off_session: true,
    expand: ['latest_charge.balance_transaction'],
    ...more,
  })
}

function chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (typeof latest_charge !== 'object' || latest_charge === null) throw new Error('not expanded')
  return latest_charge
}

async function refusal(promise: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('a payment off session', () => {
  test('is taken, with its fee and the day it can be spent', async () => {
    const intent = await charge()
    const { balance_transaction: moved, ...paid } = chargeOf(intent)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2_000 })
    expect(paid).toMatchObject({ paid: true, captured: true, amount: 2_000 })
    expect(moved).toMatchObject({ fee: 88, net: 1_912, type: 'charge', status: 'pending' })
  })

  test('has its fee later where the capture is asynchronous', async () => {
    await sendCommand(double.origin, 'settings', { fee_delay_seconds: 600 })
    const intent = await charge()
    await sendCommand(double.origin, 'settings', { fee_delay_seconds: 0 })
    expect(chargeOf(intent).balance_transaction).toBeNull()
    await sendCommand(double.origin, 'clock', { advance_seconds: 601 })
    const later = await stripe.charges.retrieve(chargeOf(intent).id, { expand: ['balance_transaction'] })
    expect(later.balance_transaction).toMatchObject({ fee: 88 })
  })

  test.each([
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('with %s is declined, and the intent keeps why', async (card, code, decline) => {
    const error = await refusal(charge(card))
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code, decline_code: decline })
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  })

  test('is declined when the bank was told to', async () => {
    const who = await customerWith('pm_card_visa')
    await sendCommand(double.origin, 'decline_next', {
      customer: who.customer,
      decline_code: 'insufficient_funds',
    })
    expect(await refusal(charge('pm_card_visa', 900, who))).toMatchObject({
      decline_code: 'insufficient_funds',
    })
    expect(await charge('pm_card_visa', 900, who)).toMatchObject({ status: 'succeeded' })
  })

  test('of a bank account takes days, and may come back after all', async () => {
    const mandate_data = { customer_acceptance: { type: 'offline' as const, offline: {} } }
    const good = await charge('pm_usBankAccount_success', 50_000, { mandate_data })
    const bad = await charge('pm_usBankAccount_insufficientFunds', 50_000, { mandate_data })
    expect([good.status, bad.status, chargeOf(good).status]).toEqual(['processing', 'processing', 'pending'])
    await sendCommand(double.origin, 'clock', { advance_seconds: 4 * DAY + 1 })
    expect(await stripe.paymentIntents.retrieve(good.id)).toMatchObject({ status: 'succeeded' })
    expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'insufficient_funds' },
    })
  })
})

describe('a hold', () => {
  test('is captured in part, and the rest is released', async () => {
    const held = await charge('pm_card_visa', 5_000, { capture_method: 'manual' })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 5_000 })
    const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 3_000 })
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 3_000 })
    expect(await refusal(stripe.paymentIntents.capture(held.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('that nobody captures ends after seven days', async () => {
    const held = await charge('pm_card_visa', 5_000, { capture_method: 'manual' })
    await sendCommand(double.origin, 'clock', { advance_seconds: 7 * DAY + 1 })
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    })
  })

  test('that is canceled cannot be canceled again', async () => {
    const held = await charge('pm_card_visa', 5_000, { capture_method: 'manual' })
    expect(await stripe.paymentIntents.cancel(held.id)).toMatchObject({ status: 'canceled' })
    expect((await refusal(stripe.paymentIntents.cancel(held.id))).message).toMatch(/has a status of canceled/)
  })
})

describe('a card that is saved', () => {
  test('asks for its owner with 3-D Secure, and then pays alone', async () => {
    const customer = await stripe.customers.create()
    const asked = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'http://localhost/back',
    })
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    const answer = await fetch(asked.next_action?.redirect_to_url?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ result: 'complete' }),
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toMatch(
      /^http:\/\/localhost\/back\?setup_intent=seti_\w+&.*succeeded$/,
    )
    const done = await stripe.setupIntents.retrieve(asked.id)
    expect(done.status).toBe('succeeded')
    const paid = await charge('pm_card_visa', 700, {
      customer: customer.id,
      payment_method: String(idOf(done.payment_method)),
    })
    expect(paid.status).toBe('succeeded')
  })

  test('is declined where charges would be', async () => {
    const { id: customer } = await stripe.customers.create()
    const saving = stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_chargeDeclined',
      confirm: true,
      return_url: 'http://localhost/back',
    })
    expect(await refusal(saving)).toMatchObject({ code: 'card_declined', statusCode: 402 })
  })

  test('is of no use after it was detached', async () => {
    const { customer, payment_method } = await customerWith('pm_card_visa')
    await stripe.paymentMethods.detach(payment_method)
    expect((await refusal(charge('pm_card_visa', 700, { customer, payment_method }))).message).toMatch(
      /may not be used again/,
    )
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
  })
})

describe('a refund', () => {
  test('refunds at most what was taken', async () => {
    const { id: payment_intent } = await charge()
    expect(await stripe.refunds.create({ payment_intent, amount: 1_500 })).toMatchObject({
      status: 'succeeded',
    })
    expect((await refusal(stripe.refunds.create({ payment_intent, amount: 501 }))).message).toBe(
      'Refund amount ($5.01) is greater than unrefunded amount on charge ($5.00)',
    )
    await stripe.refunds.create({ payment_intent })
    expect(await refusal(stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  test('may wait, and may fail after it had succeeded: the charge is refunded no more', async () => {
    const waiting = await stripe.refunds.create({
      payment_intent: (await charge('pm_card_pendingRefund')).id,
    })
    const intent = await charge('pm_card_refundFail')
    const failing = await stripe.refunds.create({ payment_intent: intent.id })
    expect([waiting.status, failing.status]).toEqual(['pending', 'succeeded'])
    await sendCommand(double.origin, 'clock', { advance_seconds: 3 * DAY + 1 })
    expect(await stripe.refunds.retrieve(waiting.id)).toMatchObject({ status: 'succeeded' })
    expect(await stripe.refunds.retrieve(failing.id)).toMatchObject({ status: 'failed' })
    expect(await stripe.charges.retrieve(chargeOf(intent).id)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    })
  })
})

describe('an answer', () => {
  test('has every field of the official examples, in its type', async () => {
    const intent = await charge()
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    const customer = String(idOf(intent.customer))
    const saved = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_usBankAccount_success',
      mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
      confirm: true,
      return_url: 'http://localhost/back',
    })
    const dispute = await sendCommand(double.origin, 'dispute', { charge: chargeOf(await charge()).id })
    const all = [
      intent,
      chargeOf(intent),
      await stripe.balanceTransactions.retrieve(String(idOf(refund.balance_transaction))),
      refund,
      saved,
      await stripe.mandates.retrieve(String(idOf(saved.mandate))),
      await stripe.paymentMethods.retrieve(String(idOf(intent.payment_method))),
      await stripe.customers.retrieve(customer),
      await stripe.balance.retrieve(),
      ...(await stripe.events.list({ limit: 1 })).data,
      Object(dispute),
    ]
    expect(all.flatMap(faultsOf)).toEqual([])
  })
})

test('what is excluded from a form is not offered in it', async () => {
  const { id: customer } = await stripe.customers.create()
  const setup = await stripe.setupIntents.create({
    customer,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    excluded_payment_method_types: ['us_bank_account'],
  })
  expect(setup.payment_method_types).toEqual(['card'])
  expect(setup.excluded_payment_method_types).toEqual(['us_bank_account'])
})
