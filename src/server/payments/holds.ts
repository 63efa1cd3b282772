/** Holds as charging sees them: what a payment may take of a card, and what becomes of the hold with it. */
import type { CardHoldId, PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Charge } from '../ports/payments/port.ts'
import { enqueue } from '../tasks/queue.ts'

export type StandingHold = {
  readonly provider_customer_id: string
  readonly provider_method_id: string
  readonly captures_intent_id: string | null
}

/** The hold that covers a payment; null where there is none, or the work came to cost more than is held. */
export async function findHoldFor(
  db: Db,
  paymentId: PaymentId,
  amountCents: Cents,
): Promise<StandingHold | null> {
  const row = await holdsOf(db, paymentId)
    .where('card_hold.state', '=', 'held')
    .where('card_hold.amount_cents', '>=', amountCents)
    .select([
      'card_hold.provider_customer_id',
      'card_hold.provider_method_id',
      'card_hold.provider_intent_id as captures_intent_id',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Only an answer that says so lets the card be charged instead: anything else could charge it twice. */
export function isHoldGone(charge: Charge): boolean {
  return charge.declineCode === 'hold_expired' || charge.declineCode === 'hold_released'
}

/** Nothing is held any more: the payment is due as if nothing ever was. */
export async function loseHold(
  trx: Db,
  { paymentId, intentId, now }: { paymentId: PaymentId; intentId: string; now: Instant },
): Promise<void> {
  await trx
    .updateTable('card_hold')
    .set({ state: 'expired', settled_at: toTimestamp(now) })
    .where('provider_intent_id', '=', intentId)
    .execute()
  await trx.updateTable('payment').set({ state: 'due' }).where('id', '=', paymentId).execute()
}

/** The payment is paid: the hold that paid it is used up (the provider releases its rest), another one is released. */
export async function endHolds(
  trx: Db,
  {
    paymentId,
    capturedIntentId,
    now,
  }: { paymentId: PaymentId; capturedIntentId: string | null; now: Instant },
): Promise<void> {
  const holds = await holdsOf(trx, paymentId)
    .where('card_hold.state', '=', 'held')
    .select(['card_hold.id', 'card_hold.provider_intent_id'])
    .execute()
  for (const hold of holds)
    if (hold.provider_intent_id === capturedIntentId)
      await trx
        .updateTable('card_hold')
        .set({ state: 'captured', settled_at: toTimestamp(now) })
        .where('id', '=', hold.id)
        .execute()
    else await releaseHold(trx, hold.id, now)
}

/** Asks the provider to release a hold, as soon as this is saved. */
export async function releaseHold(trx: Db, holdId: CardHoldId, now: Instant): Promise<void> {
  await trx.updateTable('card_hold').set({ state: 'releasing' }).where('id', '=', holdId).execute()
  await enqueue(trx, 'release_hold', { holdId }, { now, dedupeKey: holdId })
}

function holdsOf(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('card_hold')
    .innerJoin('on_demand_order', 'on_demand_order.id', 'card_hold.order_id')
    .where('on_demand_order.payment_id', '=', paymentId)
}
