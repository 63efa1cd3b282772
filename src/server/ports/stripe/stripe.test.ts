import { afterEach, expect, it } from 'vitest'
import { instant } from '#domain/time.ts'
import { describePayments } from '../payments/behaviour.ts'
import { charged } from '../payments/behaviour-cast.ts'
import { PLATFORM_EVENTS } from './events.ts'
import { openStripe, type StripeUnderTest } from './stripe.testing.ts'

const opened: StripeUnderTest[] = []

async function open(): Promise<StripeUnderTest> {
  const under = await openStripe()
  opened.push(under)
  return under
}

afterEach(async () => {
  for (const under of opened.splice(0)) await under.close()
})

describePayments('Stripe', open)

it('asks for missed events of those kinds only that the webhook sends: the others would be read for nothing', async () => {
  const under = await open()
  const since = instant(Math.floor(under.owner.now() / 1_000) * 1_000)
  await charged(under, 1_000)
  const listed = await Array.fromAsync(under.payments.listEvents(since))
  const handled: readonly string[] = PLATFORM_EVENTS
  expect(listed.map(({ type }) => type)).toContain('payment_intent.succeeded')
  expect(listed.filter(({ type }) => !handled.includes(type))).toEqual([])
})
