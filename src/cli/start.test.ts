/** `npm start` as an operator starts it: a process of its own, with the double of Stripe where Stripe is. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { type DoubleProcess, startDoubleProcess } from '#testing/stripe/double-process.ts'

const LONGEST_START_MS = 60_000

let double: DoubleProcess
let dataDirectory: string
const children: ChildProcess[] = []

beforeAll(async () => {
  double = await startDoubleProcess()
  dataDirectory = await mkdtemp(join(tmpdir(), 'crew-start-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
})
afterAll(async () => {
  await double.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})

const stripe = () => ({
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_payees',
  STRIPE_API_BASE: double.origin,
})

function startProduction(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CREW_ENV: 'production',
      CREW_SECRET: 'only for this test, and nobody else at all',
      CREW_DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  return { child, said: () => said }
}

async function untilReady(origin: string, started: ReturnType<typeof startProduction>): Promise<void> {
  await expect
    .poll(
      () => {
        if (started.child.exitCode !== null) throw new Error(started.said())
        return fetch(`${origin}/api/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      },
      { timeout: LONGEST_START_MS, interval: 100 },
    )
    .toBe(true)
}

describe('production', () => {
  test('starts with the keys of Stripe, without a demo city, and takes no forged webhook', async () => {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const started = startProduction({ ...stripe(), PORT: String(port), CREW_ORIGIN: origin })
    await untilReady(origin, started)
    const config = await fetch(`${origin}/api/config`).then((answer) => answer.json())
    expect(config).toMatchObject({ environment: 'production', isDemo: false, paymentsProvider: 'stripe' })
    const forged = await fetch(`${origin}/api/payment-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      body: JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.refunded' }),
    })
    expect(forged.status).toBe(400)
    const signIn = await fetch(`${origin}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'operator@demo.test', password: 'demo' }),
    })
    expect(signIn.status).toBeGreaterThanOrEqual(400)
  })

  test('refuses to start without a payment provider, and names what it wants', async () => {
    const started = startProduction({ PORT: '0', CREW_ORIGIN: 'https://crew.example' })
    const [code] = await once(started.child, 'exit')
    expect(code).not.toBe(0)
    expect(started.said()).toContain('STRIPE_SECRET_KEY')
  })
})
