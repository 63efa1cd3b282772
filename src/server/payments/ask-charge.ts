/** One attempt's talk with the provider, outside of any transaction: created once, confirmed once, then only read. */
import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import { type Charge, hourlyKey } from '../ports/payments/port.ts'
import { type Attempt, saveConfirmed, saveIntent } from './attempt-queries.ts'

/** So long a customer has to answer the bank's question before our retries go on without an answer. */
const ANSWER_WITHIN_MS = 60 * MINUTE_MS

type Asking = {
  readonly isOffSession: boolean
  /** The customer has another card on file by now. */
  readonly hasOtherCard: boolean
}

export async function askCharge(app: App, attempt: Attempt, asking: Asking): Promise<Charge> {
  if (attempt.capturesIntentId !== null) return capture(app, attempt, attempt.capturesIntentId)
  const charge = attempt.intentId === null ? await create(app, attempt) : await read(app, attempt.intentId)
  if (charge.state === 'created') return confirm(app, attempt, charge.intentId, asking.isOffSession)
  if (charge.state === 'requires_action' && isGivenUp(app, attempt, asking)) return end(app, charge.intentId)
  return charge
}

/** Whatever it came to: canceled now, or paid before. */
export function endCharge(app: App, attempt: Attempt): Promise<Charge> {
  if (attempt.intentId === null) throw new Error(`attempt ${attempt.number} was never asked`)
  return end(app, attempt.intentId)
}

/** An orphan whose id was lost with its answer was never confirmed and moves nothing, ever. */
async function create(app: App, attempt: Attempt): Promise<Charge> {
  const { paymentId, number, customerId, methodId, amountCents } = attempt
  const charge = await app.ports.payments.createCharge({
    key: hourlyKey(`charge:${paymentId}:${number}`, app.ports.clock.now()),
    customerId,
    methodId,
    amountCents,
    currency: 'usd',
    reference: paymentId,
    attempt: number,
  })
  const intentId = await saveIntent(app.db, attempt, charge.intentId)
  return intentId === charge.intentId ? charge : read(app, intentId)
}

async function confirm(app: App, attempt: Attempt, intentId: string, isOffSession: boolean): Promise<Charge> {
  await saveConfirmed(app.db, attempt, app.ports.clock.now())
  const key = hourlyKey(`confirm:${intentId}:${isOffSession ? 'off' : 'on'}`, app.ports.clock.now())
  return app.ports.payments.confirmCharge({ key, intentId, isOffSession })
}

/** One that was asked before may have been taken, whatever became of the answer: it is read first. */
async function capture(app: App, attempt: Attempt, intentId: string): Promise<Charge> {
  const { paymentId, number, amountCents, isConfirmed } = attempt
  const taken = isConfirmed ? await app.ports.payments.readCharge(intentId) : null
  if (taken !== null) return taken
  await saveConfirmed(app.db, attempt, app.ports.clock.now())
  const key = hourlyKey(`capture:${paymentId}:${number}`, app.ports.clock.now())
  return app.ports.payments.capture({ key, intentId, amountCents })
}

async function read(app: App, intentId: string): Promise<Charge> {
  const charge = await app.ports.payments.readCharge(intentId)
  if (charge === null)
    throw new ProviderFailure('contract', `the provider does not know its charge ${intentId}`)
  return charge
}

function end(app: App, intentId: string): Promise<Charge> {
  return app.ports.payments.cancelCharge({
    key: hourlyKey(`cancel:${intentId}`, app.ports.clock.now()),
    intentId,
  })
}

function isGivenUp(app: App, { askedAt }: Attempt, { isOffSession, hasOtherCard }: Asking): boolean {
  if (!isOffSession) return hasOtherCard
  return app.ports.clock.now() >= askedAt + ANSWER_WITHIN_MS
}
