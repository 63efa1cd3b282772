/** Holds as charging sees them: what a payment may take of a card, and what becomes of the hold with it. */
import type { CardHoldId, PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Charge } from '../ports/payments/port.ts'
import type { Attempt } from './attempt-queries.ts'

export type StandingHold = Pick<Attempt, 'customerId' | 'methodId' | 'capturesIntentId'>

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
      'card_hold.provider_customer_id as customerId',
      'card_hold.provider_method_id as methodId',
      'card_hold.provider_intent_id as capturesIntentId',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Only an answer that says so lets the card be charged instead: anything else could charge it twice. */
export function isHoldGone(charge: Charge): boolean {
  return charge.declineCode === 'hold_expired' || charge.declineCode === 'hold_released'
}

/** Nothing is held any more. */
export async function loseHold(trx: Db, intentId: string, now: Instant): Promise<void> {
  await trx
    .updateTable('card_hold')
    .set({ state: 'expired', settled_at: toTimestamp(now) })
    .where('provider_intent_id', '=', intentId)
    .execute()
}

export function listStandingHolds(trx: Db, paymentId: PaymentId) {
  return holdsOf(trx, paymentId)
    .where('card_hold.state', '=', 'held')
    .select(['card_hold.id', 'card_hold.provider_intent_id as intentId'])
    .execute()
}

export async function markCaptured(trx: Db, holdId: CardHoldId, now: Instant): Promise<void> {
  await trx
    .updateTable('card_hold')
    .set({ state: 'captured', settled_at: toTimestamp(now) })
    .where('id', '=', holdId)
    .execute()
}

export async function markReleasing(trx: Db, holdId: CardHoldId): Promise<void> {
  await trx.updateTable('card_hold').set({ state: 'releasing' }).where('id', '=', holdId).execute()
}

function holdsOf(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('card_hold')
    .innerJoin('on_demand_order', 'on_demand_order.id', 'card_hold.order_id')
    .where('on_demand_order.payment_id', '=', paymentId)
}
