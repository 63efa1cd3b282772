/** Asks the provider about holds, outside any transaction and under keys by which it counts each asking once. */
import { type CardHoldId, isId, type OnDemandOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import { settleHold } from './settle-hold.ts'

/** Where an answer is awaited, asks (again) and writes it down. Throws ProviderUnavailable without an answer. */
export async function askHold(app: App, orderId: OnDemandOrderId): Promise<void> {
  const row = await app.db
    .selectFrom('card_hold')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .select(['id', 'provider_customer_id', 'provider_method_id', 'amount_cents'])
    .executeTakeFirst()
  if (row === undefined) return
  const hold = await app.ports.payments.authorise({
    key: `hold:${row.id}`,
    customerId: row.provider_customer_id,
    methodId: row.provider_method_id,
    amountCents: cents(row.amount_cents),
    reference: orderId,
  })
  await settleHold(app, { holdId: row.id, orderId }, hold)
}

/** Lets go what is to be let go; again changes nothing. */
export async function releaseHold(app: App, holdId: CardHoldId): Promise<void> {
  const row = await app.db
    .selectFrom('card_hold')
    .where('id', '=', holdId)
    .where('state', '=', 'releasing')
    .select('provider_intent_id')
    .executeTakeFirst()
  if (row?.provider_intent_id == null) return
  const hold = await app.ports.payments.release({
    key: `release:${holdId}`,
    intentId: row.provider_intent_id,
  })
  if (hold.state === 'captured') throw new Error(`the hold ${holdId} was taken and cannot be let go`)
  await app.db
    .updateTable('card_hold')
    .set({
      state: hold.state === 'expired' ? 'expired' : 'released',
      settled_at: toTimestamp(app.ports.clock.now()),
    })
    .where('id', '=', holdId)
    .where('state', '=', 'releasing')
    .execute()
}

/** What the provider says of a hold now: for webhooks, which only hint that something happened. */
export async function settleHoldFromProvider(app: App, intentId: string): Promise<void> {
  const hold = await app.ports.payments.readHold(intentId)
  if (hold === null || !isId<OnDemandOrderId>(hold.reference)) return
  const known = await app.db
    .selectFrom('card_hold')
    .where('order_id', '=', hold.reference)
    .where((where) => where.or([where('provider_intent_id', '=', intentId), where('state', '=', 'asked')]))
    .orderBy((order) => order.case().when('state', '=', 'asked').then(1).else(0).end())
    .select(['id', 'state'])
    .executeTakeFirst()
  if (known === undefined) return
  if (known.state === 'asked') await settleHold(app, { holdId: known.id, orderId: hold.reference }, hold)
  else if (known.state === 'held' && hold.state === 'expired')
    await app.db
      .updateTable('card_hold')
      .set({ state: 'expired', settled_at: toTimestamp(app.ports.clock.now()) })
      .where('id', '=', known.id)
      .where('state', '=', 'held')
      .execute()
}
