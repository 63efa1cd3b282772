/** Writes what the provider answered: once, under the order's lock, whoever brings the answer. */
import { type CardHoldId, isId, type OnDemandOrderId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { releaseHold } from '../payments/release-holds.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { Hold } from '../ports/payments/port.ts'
import { enqueue } from '../tasks/queue.ts'
import { deleteDraft } from './draft-queries.ts'
import { insertVisitOf, lockOrder, type Order } from './order-queries.ts'
import { endHold, findHoldOfIntent, readHold, saveHoldAnswer } from './payment-queries.ts'
import { canStepOrder, stepOrder } from './step-order.ts'

export function settleHold(
  app: App,
  { holdId, orderId }: { readonly holdId: CardHoldId; readonly orderId: OnDemandOrderId },
  hold: Hold,
): Promise<void> {
  return inTransaction(app.db, (trx) => settle(app, trx, { holdId, orderId }, hold), {
    isolation: 'read committed',
    isStep: false,
  })
}

/** The card holds: there is work now, and it is offered until its window is over. */
export async function startWork(trx: Db, order: Order, now: Instant): Promise<void> {
  const visitId = await insertVisitOf(trx, order, now)
  await stepOrder(trx, order, { transition: 'hold', by: 'system', now, columns: { visit_id: visitId } })
  if (order.draftHash !== null) await deleteDraft(trx, order.draftHash)
  await beginOffering(trx, [{ visitId, leftByCrewId: null }], now)
  await enqueue(
    trx,
    'give_up_order',
    { orderId: order.id },
    { now, runAt: order.endsAt, dedupeKey: order.id },
  )
}

async function settle(
  app: App,
  trx: Db,
  { holdId, orderId }: { readonly holdId: CardHoldId; readonly orderId: OnDemandOrderId },
  hold: Hold,
): Promise<void> {
  const now = app.ports.clock.now()
  const order = (await lockOrder(trx, { id: orderId }))!
  const row = await readHold(trx, holdId)
  if (row.state !== 'asked' || hold.state === 'created' || hold.state === 'requires_action') return
  if (hold.amountCents !== row.amount_cents)
    throw new ProviderFailure('contract', `the provider holds ${hold.amountCents} cents for order ${orderId}`)
  const isAuthorized = hold.state === 'held'
  await saveHoldAnswer(trx, holdId, hold, now)
  const isWanted = canStepOrder(order, 'hold', 'system') && order.endsAt > now
  if (isAuthorized && isWanted) await startWork(trx, order, now)
  else if (isAuthorized) await releaseLateHold(trx, order, { holdId, now })
  else if (canStepOrder(order, 'decline', 'system'))
    await stepOrder(trx, order, {
      transition: 'decline',
      by: 'system',
      now,
      columns: { decline_code: hold.declineCode ?? 'card_declined' },
    })
}

/** The answer came when the order was cancelled, or its window over. */
async function releaseLateHold(
  trx: Db,
  order: Order,
  { holdId, now }: { holdId: CardHoldId; now: Instant },
): Promise<void> {
  await releaseHold(trx, holdId, now)
  if (order.state === 'booking') await stepOrder(trx, order, { transition: 'cancel', by: 'system', now })
}

/** What the provider says of a hold now: for webhooks, which only hint that something happened. */
export async function settleHoldFromProvider(app: App, intentId: string): Promise<void> {
  const hold = await app.ports.payments.readHold(intentId)
  if (hold === null || !isId<OnDemandOrderId>(hold.reference)) return
  const known = await findHoldOfIntent(app.db, hold.reference, intentId)
  if (known === undefined || hold.state === 'created') return
  if (known.state === 'asked') await settleHold(app, { holdId: known.id, orderId: hold.reference }, hold)
  else if (known.state === 'held' && hold.state === 'expired')
    await endHold(app.db, known.id, { from: 'held', to: 'expired', now: app.ports.clock.now() })
}
