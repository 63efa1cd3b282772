/** The double at the wire: what it refuses, what it remembers, how it lies, what it sends by itself. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, type DoubleProcess, sendCommand, startDoubleProcess } from './double-process.ts'
import { ENDPOINTS } from './endpoint-names.ts'
import { endpointsInTable } from './parameters.ts'
import { type RunningDouble, startDouble } from './server.ts'
import { faultsOf } from './shapes.ts'

let double: RunningDouble
let stripe: Stripe

beforeAll(async () => {
  double = await startDouble()
  stripe = clientOf(double.origin)
})
afterAll(() => double.close())
beforeEach(() => sendCommand(double.origin, 'calm'))

/** Ended also where a test fails. */
const processes: DoubleProcess[] = []
const stateFile = join(tmpdir(), `${randomUUID()}.sqlite`)
async function startProcess(port = 0): Promise<DoubleProcess> {
  const started = await startDoubleProcess({ stateFile, port })
  processes.push(started)
  return started
}
afterEach(async () => {
  for (const one of processes.splice(0)) await one.kill()
  for (const end of ['', '-wal', '-shm']) rmSync(stateFile + end, { force: true })
})

type Answer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

async function post(path: string, form: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(double.origin + path, {
    method: 'POST',
    body: form,
    headers: {
      authorization: 'Bearer sk_test_double',
      'stripe-version': Stripe.API_VERSION,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
  const { error, ...body } = Object(await answer.json())
  return { status: answer.status, headers: answer.headers, body: error ?? body }
}

describe('parameters', () => {
  test('the table has every endpoint that the double answers, and no other', () => {
    expect(endpointsInTable().sort()).toEqual([...ENDPOINTS].sort())
  })

  test.each([
    ['amount=2000&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    ['amount=2000&currency=usd&transfer_data[to]=acct_1', 'parameter_unknown', 'transfer_data[to]'],
    ['amount=2000', 'parameter_missing', 'currency'],
    ['amount=2000&currency=usd&transfer_data[amount]=3', 'parameter_missing', 'transfer_data[destination]'],
    ['amount=20.5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=2e3&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=-2000&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=0&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['amount=2000&currency=usd&description=', 'parameter_invalid_empty', 'description'],
    ['amount=2000&currency=usd&confirm=yes', undefined, 'confirm'],
    ['amount=2000&currency=usd&capture_method=later', undefined, 'capture_method'],
    ['amount=2000&currency=usd&metadata=a', undefined, 'metadata'],
    ['amount=2000&currency=usd&customer=cus_none', 'resource_missing', 'customer'],
    ['amount=2000&currency=USD', undefined, 'currency'],
  ])('POST /v1/payment_intents refuses %s', async (form, code, param) => {
    const { status, body } = await post('/v1/payment_intents', form)
    expect([status >= 400 && status < 405, body['type'], body['code'], body['param']]).toEqual([
      true,
      'invalid_request_error',
      code,
      param,
    ])
  })

  test('a form is what it takes, not JSON', async () => {
    const { status } = await post('/v1/customers', '{"name":"Ada"}', { 'content-type': 'application/json' })
    expect(status).toBe(400)
  })

  test.each([
    ['no key', { authorization: '' }, 401],
    ['another key', { authorization: 'Bearer sk_test_other' }, 401],
    ['a publishable key where the secret one belongs', { authorization: 'Bearer pk_test_double' }, 403],
    ['another version', { 'stripe-version': '2020-08-27' }, 400],
    ['no version', { 'stripe-version': '' }, 400],
    ['an account that is not ours', { 'stripe-account': 'acct_none' }, 403],
  ])('%s is refused', async (_what, headers, status) => {
    expect(await post('/v1/customers', '', headers)).toMatchObject({ status })
  })

  test('an address that Stripe does not have is not found', async () => {
    expect(await post('/v1/charges/ch_1/undo', '')).toMatchObject({ status: 404 })
    await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })
})

describe('an idempotency key', () => {
  const form = 'name=Ada'

  test('gives the first answer again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await post('/v1/customers', form, headers)
    const second = await post('/v1/customers', form, headers)
    expect(second.body).toEqual(first.body)
    expect([first, second].map((one) => one.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  })

  test('refuses other parameters', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await post('/v1/customers', form, headers)
    const other = await post('/v1/customers', 'name=Bea', headers)
    expect(other).toMatchObject({ status: 400, body: { type: 'idempotency_error' } })
  })

  test('gives a decline again, and forgets after 24 hours', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const pay =
      'amount=900&currency=usd&confirm=true&payment_method=pm_card_chargeDeclined&allowed_payment_method_types[]=card'
    const first = await post('/v1/payment_intents', pay, headers)
    const second = await post('/v1/payment_intents', pay, headers)
    expect(second.body).toEqual(first.body)
    await sendCommand(double.origin, 'clock', { advance_seconds: 86_401 })
    const third = await post('/v1/payment_intents', pay, headers)
    expect(third.body['charge']).not.toBe(first.body['charge'])
  })

  test('of a call under way is a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await sendCommand(double.origin, 'fault', { on: 'POST /v1/customers', kind: 'late', ms: 150 })
    const [first, second] = await Promise.all([
      post('/v1/customers', form, headers),
      new Promise<Answer>((resolve) => setTimeout(() => resolve(post('/v1/customers', form, headers)), 50)),
    ])
    expect([first.status, second.status]).toEqual([200, 409])
  })
})

describe('a lie', () => {
  const names = async () => (await stripe.customers.list({ limit: 100 })).data.map(({ name }) => name)

  test.each([
    ['lost_request', false],
    ['lost_answer', true],
    ['server_error', false],
    ['server_error_kept', true],
    ['rate_limit', false],
    ['conflict', false],
  ])('%s fails the call; it happened: %s', async (kind, hasHappened) => {
    const name = randomUUID()
    // The client asks once more by itself where a connection breaks.
    await sendCommand(double.origin, 'fault', { on: 'POST /v1/customers', kind, times: 2 })
    await expect(stripe.customers.create({ name })).rejects.toThrow(Stripe.errors.StripeError)
    expect((await names()).includes(name)).toBe(hasHappened)
  })

  test('an answer that was lost is had by the same key', async () => {
    const name = randomUUID()
    await sendCommand(double.origin, 'fault', { on: 'POST /v1/customers', kind: 'lost_answer' })
    await clientOf(double.origin, 'sk_test_double', { maxNetworkRetries: 2 }).customers.create({ name })
    expect((await names()).filter((one) => one === name)).toHaveLength(1)
  })

  test('a hanging call runs into its time', async () => {
    await sendCommand(double.origin, 'fault', { on: 'POST /v1/customers', kind: 'hang' })
    await expect(
      clientOf(double.origin, 'sk_test_double', { timeout: 100 }).customers.create(),
    ).rejects.toThrow(Stripe.errors.StripeConnectionError)
  })

  test('befalls the same calls in every run with the same seed', async () => {
    const run = async () => {
      const own = await startDouble()
      await sendCommand(own.origin, 'chaos', { seed: 7, rate_limit: 0.3, server_error: 0.2 })
      const outcomes: string[] = []
      for (let at = 0; at < 12; at += 1)
        outcomes.push(
          await clientOf(own.origin)
            .customers.create()
            .then(
              () => 'ok',
              (error: Error) => error.name,
            ),
        )
      await own.close()
      return outcomes
    }
    const first = await run()
    expect(new Set(first).size).toBeGreaterThan(1)
    expect(await run()).toEqual(first)
  })
})

describe('lists', () => {
  test('come in pages, newest first, in both directions, by when they were made', async () => {
    const email = `${randomUUID()}@example.com`
    const made: string[] = []
    for (let at = 0; at < 5; at += 1) made.unshift((await stripe.customers.create({ email })).id)
    const first = await stripe.customers.list({ email, limit: 2 })
    expect(first).toMatchObject({ has_more: true, url: '/v1/customers' })
    const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 10 })
    expect(all.map(({ id }) => id)).toEqual(made)
    const before = await stripe.customers.list({ email, limit: 2, ending_before: made[3]! })
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
    const later = await stripe.customers.list({ email, created: { gt: all[0]!.created } })
    expect(later.data).toEqual([])
  })

  test('are written out where they are asked to be', async () => {
    const { id: customer } = await stripe.customers.create()
    await stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer,
      payment_method: 'pm_card_visa',
    })
    const { data } = await stripe.paymentIntents.list({
      customer,
      expand: ['data.customer', 'data.payment_method', 'data.latest_charge'],
    })
    expect(data).toMatchObject([
      { customer: { id: customer }, payment_method: { type: 'card' }, latest_charge: null },
    ])
  })

  test('what cannot be expanded is refused', async () => {
    await expect(stripe.customers.list({ expand: ['data.colour'], limit: 1 })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

describe('webhooks', () => {
  type Delivered = { readonly id: string; readonly type: string }
  const secret = 'whsec_known'
  const handled: Delivered[] = []
  let refusals = 0
  const listener = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      const now = Math.floor(double.world.nowMs() / 1000)
      const event = stripe.webhooks.constructEvent(
        Buffer.concat(parts),
        signature,
        secret,
        300,
        undefined,
        now,
      )
      refusals -= 1
      if (refusals < 0) handled.push({ id: event.id, type: event.type })
      response.writeHead(refusals < 0 ? 200 : 500).end()
    })
  })
  const types = () => handled.map(({ type }) => type)

  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const address = listener.address()
    const port = typeof address === 'object' ? address?.port : 0
    const enabled_events = ['customer.created', 'customer.deleted']
    await sendCommand(double.origin, 'webhook_endpoint', {
      url: `http://127.0.0.1:${port}/`,
      secret,
      enabled_events,
    })
  })
  beforeEach(() => {
    handled.length = 0
    refusals = 0
  })
  afterAll(() => listener.close())

  test('are signed as the official client checks it', async () => {
    await stripe.customers.create()
    await expect.poll(types).toEqual(['customer.created'])
  })

  test('come before the answer, where they were told to', async () => {
    await sendCommand(double.origin, 'webhooks', { isBeforeAnswer: true })
    await stripe.customers.create()
    expect(types()).toEqual(['customer.created'])
  })

  test('come twice, never, or again when they were not received', async () => {
    await sendCommand(double.origin, 'webhooks', { isBeforeAnswer: true, twice: 1 })
    await stripe.customers.create()
    expect(types()).toHaveLength(2)
    await sendCommand(double.origin, 'webhooks', { lost: 1 })
    await stripe.customers.create()
    expect(types()).toHaveLength(2)
    await sendCommand(double.origin, 'webhooks', { lost: 0, twice: 0 })
    refusals = 1
    await stripe.customers.create()
    expect(types()).toHaveLength(2)
    await sendCommand(double.origin, 'clock', { advance_seconds: 2 })
    expect(types()).toHaveLength(3)
  })

  test('come out of order', async () => {
    await sendCommand(double.origin, 'webhooks', { isPaused: true, delayMs: 60_000 })
    const made: string[] = []
    for (let at = 0; at < 6; at += 1) made.push((await stripe.customers.create()).id)
    await sendCommand(double.origin, 'webhooks', { isPaused: false })
    await sendCommand(double.origin, 'clock', { advance_seconds: 61 })
    const order = handled.map(({ id }) => id)
    const events = (await stripe.events.list({ type: 'customer.created', limit: 6 })).data
      .map(({ id }) => id)
      .reverse()
    expect(order.toSorted()).toEqual(events.toSorted())
    expect(order).not.toEqual(events)
  })

  test('of the other mode can be sent to a live endpoint', async () => {
    await sendCommand(double.origin, 'webhooks', { isBeforeAnswer: true })
    await stripe.customers.create()
    await sendCommand(double.origin, 'send_event', { id: handled[0]!.id, livemode: true })
    expect(handled).toHaveLength(2)
    expect(handled[1]!.id).not.toBe(handled[0]!.id)
  })
})

test('what was answered survives its own death', async () => {
  const first = await startProcess()
  const { id } = await clientOf(first.origin).customers.create({ name: 'Ada' })
  await first.kill()
  const second = await startProcess()
  expect(await clientOf(second.origin).customers.retrieve(id)).toMatchObject({ name: 'Ada' })
})

test('sixty charges through every fault and two deaths are taken once each', async () => {
  let running = await startProcess()
  const port = Number(new URL(running.origin).port)
  const impatient = clientOf(running.origin, 'sk_test_double', { timeout: 150 })
  const shares = {
    lost_request: 0.1,
    lost_answer: 0.1,
    rate_limit: 0.1,
    conflict: 0.05,
    server_error: 0.1,
    hang: 0.02,
  }
  await sendCommand(running.origin, 'chaos', { seed: 3, ...shares })
  // A busy machine takes long to begin again after a death: nobody gives up before the last.
  let endsAt = Number.POSITIVE_INFINITY
  const pay = async (at: number): Promise<void> => {
    const asked = {
      amount: 1_000 + at,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card' as const],
      confirm: true,
    }
    while (Date.now() < endsAt)
      try {
        await impatient.paymentIntents.create(asked, { idempotencyKey: `charge ${at}` })
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
  }
  const paying = Promise.all(Array.from({ length: 60 }, (_, at) => pay(at)))
  for (let death = 0; death < 2; death += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await running.kill()
    running = await startProcess(port)
  }
  endsAt = Date.now() + 10_000
  await paying
  await sendCommand(running.origin, 'calm')
  const charges = await clientOf(running.origin).charges.list({ limit: 100 })
  const amounts = charges.data.map(({ amount }) => amount).sort((a, b) => a - b)
  expect(amounts).toEqual(Array.from({ length: 60 }, (_, at) => 1_000 + at))
})

test('an answer without a field of the examples is found out', () => {
  expect(faultsOf({ object: 'account_link', created: '1', expires_at: 2 })).toEqual([
    'account_link.created is string, not number',
    'account_link.url is missing',
  ])
})
