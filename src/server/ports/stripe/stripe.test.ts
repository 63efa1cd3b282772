import { afterEach } from 'vitest'
import { describePayments } from '../payments/behaviour.ts'
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
