/** Calls to the payment provider that got no answer: not a fault of the task, and asked again by a schedule for ever. */
import type { App } from '../app.ts'
import { isUnavailable } from '../ports/payments/failure.ts'

/** Lets a provider that is away pass, so that a long outage parks nothing; everything else is thrown on. */
export async function askProvider(app: App, task: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    app.log.warn({ err: error, task, code: 'provider_unanswered' }, 'the payment provider did not answer')
  }
}
