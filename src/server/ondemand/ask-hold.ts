/** Asks the provider about holds, outside any transaction and under keys by which it counts each asking once. */
import type { OnDemandOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import { type Hold, hourlyKey, type NextAction } from '../ports/payments/port.ts'
import { findAskedHold, saveHoldConfirmed, saveHoldIntent } from './payment-queries.ts'
import { settleHold } from './settle-hold.ts'

/** So long a customer has to answer the bank's question. */
const ANSWER_WITHIN_MS = 30 * MINUTE_MS

/** What was asked of the card; `nextAction` where its holder must answer the bank before it holds. */
export type AskedHold = { readonly nextAction: NextAction | null }

const NOTHING_ASKED: AskedHold = { nextAction: null }

/**
 * Where an answer is awaited, asks (again) and writes it down: created once, which holds nothing, confirmed once by its
 * id, and only read from then on. Throws ProviderFailure without an answer.
 */
export async function askHold(
  app: App,
  orderId: OnDemandOrderId,
  { isOffSession }: { isOffSession: boolean },
): Promise<AskedHold> {
  const row = await findAskedHold(app.db, orderId)
  if (row === undefined) return NOTHING_ASKED
  const hold = await askOnce(app, orderId, row, isOffSession)
  await settleHold(app, { holdId: row.id, orderId }, hold)
  return { nextAction: hold.state === 'requires_action' ? hold.nextAction : null }
}

type AskedRow = NonNullable<Awaited<ReturnType<typeof findAskedHold>>>

async function askOnce(
  app: App,
  orderId: OnDemandOrderId,
  row: AskedRow,
  isOffSession: boolean,
): Promise<Hold> {
  const { payments, clock } = app.ports
  const hold =
    row.provider_intent_id === null
      ? await create(app, orderId, row)
      : await read(app, row.provider_intent_id)
  const { intentId } = hold
  if (hold.state === 'created') {
    await saveHoldConfirmed(app.db, row.id, clock.now())
    const key = hourlyKey(`confirm:${intentId}:${isOffSession ? 'off' : 'on'}`, clock.now())
    return payments.confirmHold({ key, intentId, isOffSession })
  }
  // The bank's question was let be: nothing is held, and the order ends as declined.
  const isGivenUp = isOffSession && clock.now() >= row.created_at + ANSWER_WITHIN_MS
  if (hold.state === 'requires_action' && isGivenUp)
    return payments.release({ key: hourlyKey(`release:${row.id}`, clock.now()), intentId })
  return hold
}

/** An orphan whose id was lost with its answer was never confirmed and holds nothing, ever. */
async function create(app: App, orderId: OnDemandOrderId, row: AskedRow): Promise<Hold> {
  const hold = await app.ports.payments.createHold({
    key: hourlyKey(`hold:${row.id}`, app.ports.clock.now()),
    customerId: row.provider_customer_id,
    methodId: row.provider_method_id,
    amountCents: cents(row.amount_cents),
    currency: 'usd',
    reference: orderId,
    attempt: row.number,
  })
  const intentId = await saveHoldIntent(app.db, row.id, hold.intentId)
  return intentId === hold.intentId ? hold : read(app, intentId)
}

async function read(app: App, intentId: string): Promise<Hold> {
  const hold = await app.ports.payments.readHold(intentId)
  if (hold === null) throw new ProviderFailure('contract', `the provider does not know its hold ${intentId}`)
  return hold
}
