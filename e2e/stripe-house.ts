/**
 * The house as it runs in production, with the double of Stripe where Stripe is: a process of its own, named by
 * webhooks to both addresses, and on the same clock as the stage.
 */
import { afterAll } from 'vitest'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { PAYEE_EVENTS, PLATFORM_EVENTS } from '#server/ports/stripe/events.ts'
import { freePort } from '#testing/free-port.ts'
import { sendCommand, startDoubleProcess } from '#testing/stripe/double-process.ts'
import { openStage, type Stage } from './browser.ts'

const SECRETS = { platform: 'whsec_platform', payees: 'whsec_payees' }

export type StripeHouse = {
  readonly stage: Stage
  readonly stripe: string
  /** A command to the double, and what it answers. */
  readonly sendCommand: (command: string, body?: object) => Promise<unknown>
  /** Hour by hour, so that neither clock is ever far from the other. */
  readonly goTo: (at: Instant) => Promise<void>
}

/** Needs the pages built. `start` is later than now: the double's clock goes forward only. */
export async function openStripeHouse(start: Instant): Promise<StripeHouse> {
  const double = await startDoubleProcess()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const stage = await openStage({
    port,
    start,
    limitsCalls: true,
    environment: {
      CREW_ENV: 'production',
      CREW_ORIGIN: origin,
      CREW_SECRET: 'only for the journeys, and nobody else',
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: SECRETS.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET: SECRETS.payees,
      STRIPE_API_BASE: double.origin,
    },
  })
  afterAll(() => double.stop())
  const sendToDouble = (command: string, body: object = {}) => sendCommand(double.origin, command, body)
  const setClock = (at: Instant) => sendToDouble('clock', { now: Math.floor(at / 1_000), is_standing: true })
  await setClock(start)
  await sendToDouble('webhook_endpoint', {
    url: `${origin}/api/payment-webhook`,
    secret: SECRETS.platform,
    enabled_events: PLATFORM_EVENTS,
  })
  await sendToDouble('webhook_endpoint', {
    url: `${origin}/api/payee-webhook`,
    secret: SECRETS.payees,
    connect: true,
    enabled_events: PAYEE_EVENTS,
  })
  return {
    stage,
    stripe: double.origin,
    sendCommand: sendToDouble,
    goTo: async (at) => {
      while (stage.testApp.clock.now() < at) {
        const next = instant(Math.min(at, stage.testApp.clock.now() + HOUR_MS))
        await setClock(next)
        await stage.goTo(next)
      }
    },
  }
}
