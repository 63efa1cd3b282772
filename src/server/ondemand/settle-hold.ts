/** Writes what the card said: once, under the order's lock, whoever brings the answer. */
import type { CardHoldId, OnDemandOrderId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { letGo } from '../payments/holds.ts'
import type { Hold } from '../ports/payments/port.ts'
import { enqueue } from '../tasks/queue.ts'
import { canStepOrder, lockOrder, type Order, stepOrder } from './orders.ts'

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
  const visit = await trx
    .insertInto('visit')
    .values({
      customer_id: order.customerId,
      property_id: order.propertyId,
      service_key: order.serviceKey,
      date: order.date,
      starts_at: toTimestamp(order.startsAt),
      ends_at: toTimestamp(order.endsAt),
      quantity: order.quantity,
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stepOrder(trx, order, { transition: 'hold', by: 'system', now, columns: { visit_id: visit.id } })
  await trx.deleteFrom('on_demand_draft').where('token_hash', '=', order.draftHash).execute()
  await beginOffering(trx, [{ visitId: visit.id, leftByCrewId: null }], now)
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
  const row = await trx
    .selectFrom('card_hold')
    .where('id', '=', holdId)
    .select(['state', 'amount_cents'])
    .executeTakeFirstOrThrow()
  if (row.state !== 'asked') return
  if (hold.amountCents !== row.amount_cents)
    throw new Error(`the provider holds ${hold.amountCents} cents for order ${orderId}`)
  const isHeld = hold.state === 'held'
  await trx
    .updateTable('card_hold')
    .set({
      state: isHeld ? 'held' : 'declined',
      provider_intent_id: hold.intentId,
      decline_code: hold.declineCode,
      expires_at: toTimestamp(hold.expiresAt),
      settled_at: toTimestamp(now),
    })
    .where('id', '=', holdId)
    .execute()
  const isWanted = canStepOrder(order, 'hold', 'system') && order.endsAt > now
  if (isHeld && isWanted) await startWork(trx, order, now)
  else if (isHeld) await dropHeld(trx, order, { holdId, now })
  else if (canStepOrder(order, 'decline', 'system'))
    await stepOrder(trx, order, {
      transition: 'decline',
      by: 'system',
      now,
      columns: { decline_code: hold.declineCode ?? 'card_declined' },
    })
}

/** The answer came when the order was called off, or its window over. */
async function dropHeld(
  trx: Db,
  order: Order,
  { holdId, now }: { holdId: CardHoldId; now: Instant },
): Promise<void> {
  await letGo(trx, holdId, now)
  if (order.state === 'booking') await stepOrder(trx, order, { transition: 'cancel', by: 'system', now })
}
