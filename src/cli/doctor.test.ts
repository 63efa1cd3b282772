import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYEE_EVENTS, PLATFORM_EVENTS } from '#server/ports/stripe/events.ts'
import { testDatabase } from '#testing/database.ts'
import { clientOf, sendCommand } from '#testing/stripe/double-process.ts'
import { type RunningDouble, startDouble } from '#testing/stripe/server.ts'
import { diagnose } from './doctor.ts'

let double: RunningDouble
let live: RunningDouble

beforeAll(async () => {
  double = await startDouble()
  live = await startDouble({ isLive: true })
})
afterAll(async () => {
  await double.close()
  await live.close()
})

const ORIGIN = 'https://crew.example'
const TEST_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_payees',
}

/** What is not good, in a house whose keys are those of the double. */
async function complaintsOf(environment: Record<string, string> = {}): Promise<string[]> {
  const findings = await diagnose({ ...TEST_KEYS, STRIPE_API_BASE: double.origin, ...environment })
  return findings.filter(({ state }) => state !== 'good').map(({ sentence }) => sentence)
}

describe('the environment', () => {
  test.each([
    [{ STRIPE_SECRET_KEY: 'secret' }, 'STRIPE_SECRET_KEY is not right: It begins with sk_live_'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'Stripe needs STRIPE_WEBHOOK_SECRET as well.'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'take both from one'],
    [{ CREW_DEMO: '1' }, 'take away CREW_DEMO'],
  ])('says of %j what is wrong', async (environment, sentence) => {
    expect(await complaintsOf(environment)).toEqual([expect.stringContaining(sentence)])
  })

  test('of production without a payment provider names what is missing', async () => {
    const findings = await diagnose({
      CREW_ENV: 'production',
      CREW_SECRET: 'x'.repeat(32),
      CREW_ORIGIN: ORIGIN,
    })
    expect(findings).toMatchObject([
      { state: 'wrong', sentence: expect.stringContaining('STRIPE_CONNECT_WEBHOOK_SECRET') },
    ])
  })
})

describe('Stripe', () => {
  test('lacks both webhooks at first, and says which events they are for', async () => {
    expect(await complaintsOf()).toEqual([
      expect.stringMatching(/No webhook goes to .*\/api\/payment-webhook.*payment_intent\.succeeded/),
      expect.stringMatching(/No webhook goes to .*\/api\/payee-webhook.*payout\.failed/),
    ])
  })

  test('has nothing wrong when both webhooks send every event', async () => {
    const events = { platform: [...PLATFORM_EVENTS], payees: [...PAYEE_EVENTS] }
    await sendCommand(double.origin, 'webhook_endpoint', {
      url: `${ORIGIN}/api/payment-webhook`,
      enabled_events: events.platform,
    })
    const { id } = Object(
      await sendCommand(double.origin, 'webhook_endpoint', {
        url: `${ORIGIN}/api/payee-webhook`,
        connect: true,
        enabled_events: events.payees.slice(1),
      }),
    ) as { id: string }
    expect(await complaintsOf({ CREW_ORIGIN: ORIGIN })).toEqual([
      `The webhook to ${ORIGIN}/api/payee-webhook lacks account.updated.`,
    ])
    await clientOf(double.origin).webhookEndpoints.update(id, { enabled_events: events.payees })
    expect(await complaintsOf({ CREW_ORIGIN: ORIGIN })).toEqual([])
    await clientOf(double.origin).webhookEndpoints.update(id, { disabled: true })
    expect(await complaintsOf({ CREW_ORIGIN: ORIGIN })).toEqual([
      `The webhook to ${ORIGIN}/api/payee-webhook is switched off.`,
    ])
  })

  test('refuses a key that is not its', async () => {
    const [sentence] = await complaintsOf({ STRIPE_SECRET_KEY: 'sk_test_other' })
    expect(sentence).toMatch(/^Stripe refuses: Invalid API Key/)
  })

  test('that cannot be reached is told from one that refuses', async () => {
    const [sentence] = await complaintsOf({ STRIPE_API_BASE: 'http://127.0.0.1:9' })
    expect(sentence).toMatch(/^Stripe cannot be reached/)
  })

  test('of live mode is no place to try things out, and of test mode none to earn', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_double', STRIPE_PUBLISHABLE_KEY: 'pk_live_double' }
    expect(await complaintsOf({ ...keys, STRIPE_API_BASE: live.origin })).toContainEqual(
      expect.stringContaining('CREW_ENV is not production'),
    )
    const production = { CREW_ENV: 'production', CREW_SECRET: 'x'.repeat(32), CREW_ORIGIN: ORIGIN }
    expect(await complaintsOf(production)).toContainEqual(expect.stringContaining('of test mode'))
  })

  test('with one secret for both webhooks is reported', async () => {
    expect(await complaintsOf({ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_platform' })).toContainEqual(
      expect.stringContaining('are the same'),
    )
  })
})

describe('the database', () => {
  const urlOf = ({ connectionString, host, user, password, database }: PoolConfig) =>
    connectionString ?? `postgres://${user}:${String(password ?? '')}@localhost/${database}?host=${host}`

  test('by its owner is doubtful, by the role of the application good', async () => {
    const { connection, appConnection } = await testDatabase()
    expect(await complaintsOf({ DATABASE_URL: urlOf(connection) })).toContainEqual(
      expect.stringMatching(/which (is a superuser|owns the books)/),
    )
    const findings = await diagnose({ DATABASE_URL: urlOf(appConnection) })
    expect(findings).toContainEqual({
      state: 'good',
      sentence: 'The application works as crew_app, which can only add to the books.',
    })
  })

  test('that does not answer is reported', async () => {
    const findings = await diagnose({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
    expect(findings).toContainEqual(
      expect.objectContaining({ state: 'wrong', sentence: expect.stringContaining('does not answer') }),
    )
  })
})

describe('maps', () => {
  const style = (sources: object) => JSON.stringify({ version: 8, layers: [], sources })
  const answers: Record<string, { type: string; body: string; status?: number; headers?: object }> = {
    '/own.json': { type: 'application/json', body: style({ streets: { tiles: ['/t/{z}/{x}/{y}.pbf'] } }) },
    '/foreign.json': {
      type: 'application/json',
      body: style({ streets: { tiles: ['https://tiles.example/{z}/{x}/{y}.pbf'] } }),
    },
    '/page.json': { type: 'text/html', body: '<h1>Hello</h1>' },
    '/whole.pmtiles': { type: 'application/octet-stream', body: 'PMTiles\u0003' },
    '/shut.pmtiles': { type: 'application/octet-stream', body: 'PMTiles\u0003', status: 206 },
    '/open.pmtiles': {
      type: 'application/octet-stream',
      body: 'PMTiles\u0003',
      status: 206,
      headers: { 'access-control-allow-origin': '*' },
    },
  }
  const others = createHttpServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? (answer.status ?? 200) : 404, {
      'content-type': answer?.type ?? 'text/plain',
      ...answer?.headers,
    })
    response.end(answer?.body)
  })
  let origin: string
  beforeAll(async () => {
    await once(others.listen(0, '127.0.0.1'), 'listening')
    const address = others.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    origin = `http://127.0.0.1:${address.port}`
  })
  afterAll(() => {
    others.close()
  })

  test.each([
    ['MAP_STYLE_URL', '/own.json', 'can be read.'],
    ['MAP_STYLE_URL', '/foreign.json', 'asks https://tiles.example as well: name them in MAP_HOSTS.'],
    ['MAP_STYLE_URL', '/page.json', 'MAP_STYLE_URL cannot be read'],
    ['MAP_STYLE_URL', '/none.json', 'answered 404'],
    ['MAP_TILES', '/open.pmtiles', 'can be read.'],
    ['MAP_TILES', '/shut.pmtiles', 'access-control-allow-origin'],
    ['MAP_TILES', '/whole.pmtiles', 'gives no pieces of files'],
  ])('%s at %s: %s', async (variable, path, sentence) => {
    const findings = await diagnose({ [variable]: `${origin}${path}` })
    expect(findings.map((finding) => finding.sentence)).toContainEqual(expect.stringContaining(sentence))
  })

  test('a style whose others are named is good, and so is a house with its own streets', async () => {
    const named = { MAP_STYLE_URL: `${origin}/foreign.json`, MAP_HOSTS: 'https://tiles.example' }
    const good = async (environment: Record<string, string>) =>
      (await diagnose(environment)).flatMap(({ state, sentence }) => (state === 'good' ? sentence : []))
    expect(await good(named)).toContainEqual(expect.stringContaining('The style of maps'))
    expect(await good({})).toContain('Maps have the streets that come with the pages.')
  })
})
