/** What orders keep of money: the holds on their cards, and the payments of their own. */
import type { CardHoldId, OnDemandOrderId, PaymentId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Hold } from '../ports/payments/port.ts'
import type { CustomerScope } from '../scope.ts'
import type { Order } from './order-queries.ts'

const HOLDS_AT_ONCE = 500

export type Card = { readonly provider_customer_id: string; readonly provider_method_id: string }

export function findCard(db: Db, scope: CustomerScope): Promise<Card | undefined> {
  return (
    db
      .selectFrom('payment_method')
      .where('user_id', '=', scope.userId)
      // No bank account holds an amount back.
      .where('kind', '=', 'card')
      .select(['provider_customer_id', 'provider_method_id'])
      .executeTakeFirst()
  )
}

/** Each time that an order's card is asked has a hold of its own. */
export async function insertHold(
  db: Db,
  hold: {
    readonly orderId: OnDemandOrderId
    readonly card: Card
    readonly amountCents: Cents
    readonly now: Instant
  },
): Promise<void> {
  const { count } = await db
    .selectFrom('card_hold')
    .where('order_id', '=', hold.orderId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('card_hold')
    .values({
      order_id: hold.orderId,
      number: count,
      provider_customer_id: hold.card.provider_customer_id,
      provider_method_id: hold.card.provider_method_id,
      amount_cents: hold.amountCents,
      state: 'asked',
      created_at: toTimestamp(hold.now),
    })
    .execute()
}

/** The hold of an order whose answer is awaited. */
export function findAskedHold(db: Db, orderId: OnDemandOrderId) {
  return db
    .selectFrom('card_hold')
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .select([
      'id',
      'number',
      'provider_customer_id',
      'provider_method_id',
      'provider_intent_id',
      'amount_cents',
      'created_at',
    ])
    .executeTakeFirst()
}

/** Answers the id that the hold has now: another process may have been faster. */
export async function saveHoldIntent(db: Db, holdId: CardHoldId, intentId: string): Promise<string> {
  await db
    .updateTable('card_hold')
    .set({ provider_intent_id: intentId })
    .where('id', '=', holdId)
    .where('provider_intent_id', 'is', null)
    .execute()
  const row = await db
    .selectFrom('card_hold')
    .where('id', '=', holdId)
    .select('provider_intent_id')
    .executeTakeFirst()
  return row?.provider_intent_id ?? intentId
}

export async function saveHoldConfirmed(db: Db, holdId: CardHoldId, now: Instant): Promise<void> {
  await db
    .updateTable('card_hold')
    .set({ confirmed_at: toTimestamp(now) })
    .where('id', '=', holdId)
    .execute()
}

/** The hold that the provider knows by this intent, or else the one whose answer is awaited. */
export function findHoldOfIntent(db: Db, orderId: OnDemandOrderId, intentId: string) {
  return db
    .selectFrom('card_hold')
    .where('order_id', '=', orderId)
    .where((where) => where.or([where('provider_intent_id', '=', intentId), where('state', '=', 'asked')]))
    .orderBy((eb) => eb.case().when('state', '=', 'asked').then(1).else(0).end())
    .select(['id', 'state'])
    .executeTakeFirst()
}

export function readHold(db: Db, holdId: CardHoldId) {
  return db
    .selectFrom('card_hold')
    .where('id', '=', holdId)
    .select(['state', 'amount_cents'])
    .executeTakeFirstOrThrow()
}

export async function saveHoldAnswer(db: Db, holdId: CardHoldId, hold: Hold, now: Instant): Promise<void> {
  await db
    .updateTable('card_hold')
    .set({
      state: hold.state === 'held' ? 'held' : 'declined',
      provider_intent_id: hold.intentId,
      decline_code: hold.declineCode,
      expires_at: hold.expiresAt === null ? null : toTimestamp(hold.expiresAt),
      settled_at: toTimestamp(now),
    })
    .where('id', '=', holdId)
    .execute()
}

/** Null where the provider does not know the hold, or nobody wants it released. */
export async function findIntentToRelease(db: Db, holdId: CardHoldId): Promise<string | null> {
  const row = await db
    .selectFrom('card_hold')
    .where('id', '=', holdId)
    .where('state', '=', 'releasing')
    .select('provider_intent_id')
    .executeTakeFirst()
  return row?.provider_intent_id ?? null
}

/** Nothing is held any more; a hold that has another state meanwhile keeps it. */
export async function endHold(
  db: Db,
  holdId: CardHoldId,
  { from, to, now }: { from: 'held' | 'releasing'; to: 'released' | 'expired'; now: Instant },
): Promise<void> {
  await db
    .updateTable('card_hold')
    .set({ state: to, settled_at: toTimestamp(now) })
    .where('id', '=', holdId)
    .where('state', '=', from)
    .execute()
}

export async function expireHolds(db: Db, now: Instant): Promise<void> {
  await db
    .updateTable('card_hold')
    .set({ state: 'expired', settled_at: toTimestamp(now) })
    .where('state', '=', 'held')
    .where('expires_at', '<=', toTimestamp(now))
    .execute()
}

/** Holds that are still asked, or still being released, after some time. */
export function findUnsettledHolds(db: Db, state: 'asked' | 'releasing', before: Instant) {
  return db
    .selectFrom('card_hold')
    .where('state', '=', state)
    .where('created_at', '<=', toTimestamp(before))
    .orderBy('created_at')
    .limit(HOLDS_AT_ONCE)
    .select(['id', 'order_id'])
    .execute()
}

export async function findOpenHoldIds(db: Db, orderId: OnDemandOrderId): Promise<CardHoldId[]> {
  const rows = await db
    .selectFrom('card_hold')
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether the payment of the order is that of its work, not of a fee. */
export async function isWorkBilled(db: Db, order: Order): Promise<boolean> {
  if (order.paymentId === null) return false
  const payment = await db
    .selectFrom('payment')
    .where('id', '=', order.paymentId)
    .where('kind', '=', 'on_demand')
    .select('id')
    .executeTakeFirst()
  return payment !== undefined
}

export type Bill = {
  readonly kind: 'on_demand' | 'fee'
  readonly subtotalCents: Cents
  readonly taxCents: Cents
  readonly couponCents: Cents
  readonly creditCents: Cents
}

/** The payment with its lines; the order knows it from then on. */
export async function insertBill(
  db: Db,
  order: Order,
  { bill, description, now }: { bill: Bill; description: string; now: Instant },
): Promise<PaymentId> {
  const { kind, subtotalCents, taxCents, couponCents, creditCents } = bill
  const { id } = await db
    .insertInto('payment')
    .values({
      customer_id: order.customerId,
      kind,
      period_start: order.date,
      period_end: order.date,
      state: 'due',
      subtotal_cents: subtotalCents,
      tax_cents: taxCents,
      coupon_cents: couponCents,
      credit_cents: creditCents,
      total_cents: cents(subtotalCents + taxCents - couponCents - creditCents),
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = [
    { kind: 'coupon' as const, description: 'Coupon', amount_cents: cents(-couponCents) },
    { kind: 'tax' as const, description: 'Sales tax', amount_cents: taxCents },
    { kind: 'credit' as const, description: 'Credit', amount_cents: cents(-creditCents) },
  ].filter((line) => line.amount_cents !== 0)
  const first = {
    kind: kind === 'fee' ? ('fee' as const) : ('visit' as const),
    visit_id: order.visitId,
    description,
    amount_cents: subtotalCents,
  }
  await db
    .insertInto('payment_line')
    .values(
      [first, ...lines.map((line) => ({ ...line, visit_id: null }))].map((line) => ({
        ...line,
        payment_id: id,
      })),
    )
    .execute()
  await db.updateTable('on_demand_order').set({ payment_id: id }).where('id', '=', order.id).execute()
  return id
}

/** What a crew gets although it did not do the work. */
export async function insertShareOfFee(
  db: Db,
  share: {
    readonly crewId: UserId
    readonly visitId: VisitId | null
    readonly amountCents: Cents
    readonly earnedAt: Instant
    readonly availableAt: Instant
  },
): Promise<void> {
  await db
    .insertInto('earning')
    .values({
      crew_id: share.crewId,
      visit_id: share.visitId,
      kind: 'adjustment',
      amount_cents: share.amountCents,
      earned_at: toTimestamp(share.earnedAt),
      available_at: toTimestamp(share.availableAt),
    })
    .execute()
}
