/**
 * Books an order. What is asked of the card is written first, with a task that asks it should this process die; the
 * card is asked outside of any transaction; what it says makes the order a visit or a refusal (`settle-hold.ts`).
 */
import { LEAST_CHARGE_CENTS } from '#domain/billing/statement.ts'
import type { OnDemandOrderId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findLockedGift } from '../coupons/find-gift.ts'
import { type Db, inTransaction, toJson, toTimestamp } from '../db/client.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import type { NextAction } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { askHold } from './ask-hold.ts'
import {
  findOrderOfDraft,
  insertOrder,
  lockCustomer,
  lockOrder,
  type Order,
  takeDraftPhotos,
} from './order-queries.ts'
import { findCard, insertHold } from './payment-queries.ts'
import { type PricedOrder, priceOrder, siteOfProperty } from './price-order.ts'
import { type Draft, hashOfToken, readDraft } from './read-draft.ts'
import { startWork } from './settle-hold.ts'
import { stepOrder } from './step-order.ts'

type Booking = { readonly token: string; readonly expectedTotalCents: Cents }

export type BookedOrder = {
  readonly orderId: OnDemandOrderId
  /** What the customer's browser must still do before the card holds; then the same call goes on. */
  readonly nextAction: NextAction | null
}

/** Sent twice, or twice at once, it is one order; after a declined card the same order is tried again. */
export async function bookOnDemand(app: App, scope: CustomerScope, booking: Booking): Promise<BookedOrder> {
  const orderId = await inTransaction(app.db, (trx) => placeOrder(app, trx, scope, booking), {
    isolation: 'read committed',
  })
  try {
    return { orderId, ...(await askHold(app, orderId, { isOffSession: false })) }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    app.log.warn({ err: error, orderId, code: 'hold_unanswered' }, 'the provider did not answer')
    return { orderId, nextAction: null }
  }
}

async function placeOrder(
  app: App,
  trx: Db,
  scope: CustomerScope,
  booking: Booking,
): Promise<OnDemandOrderId> {
  const now = app.ports.clock.now()
  await lockCustomer(trx, scope)
  const before = await orderOfDraft(trx, scope, booking.token)
  if (before !== null && before.state !== 'declined') return before.id
  const draft = await readDraft(trx, scope, { token: booking.token, now })
  const { content } = draft
  if (draft.customerId === null || content.propertyId === null || content.serviceKey === null)
    throw new Refused('not_found')
  const card = await findCard(trx, scope)
  if (card === undefined) throw new Refused('no_card')
  if (await isPausedByDunning(trx, scope.userId, now)) throw new Refused('payment_overdue')
  const priced = await priceOrder(
    trx,
    { ...content, serviceKey: content.serviceKey },
    {
      site: await siteOfProperty(trx, scope, content.propertyId),
      coupon: await findLockedGift(trx, scope.userId, now),
      now,
    },
  )
  if (priced.totalCents !== booking.expectedTotalCents) throw new Refused('price_changed')
  const orderId = await saveBooking(trx, scope, { before, draft, priced, now })
  await takeDraftPhotos(trx, { orderId, draftHash: draft.tokenHash })
  // What no card can be charged is not held either: it waits for the next weekly bill.
  if (priced.totalCents < LEAST_CHARGE_CENTS)
    await startWork(trx, (await lockOrder(trx, { id: orderId }))!, now)
  else {
    await insertHold(trx, { orderId, card, amountCents: priced.totalCents, now })
    // Whoever books asks at once; should this process die, the task asks, with nobody there to answer the bank.
    const runAt = instant(now + MINUTE_MS)
    await enqueue(trx, 'hold_card', { orderId }, { now, runAt, dedupeKey: orderId })
  }
  return orderId
}

async function orderOfDraft(trx: Db, scope: CustomerScope, token: string): Promise<Order | null> {
  const row = await findOrderOfDraft(trx, hashOfToken(token))
  if (row === undefined) return null
  if (row.customer_id !== scope.userId) throw new Refused('not_found')
  return lockOrder(trx, { id: row.id })
}

async function saveBooking(
  trx: Db,
  scope: CustomerScope,
  { before, draft, priced, now }: { before: Order | null; draft: Draft; priced: PricedOrder; now: Instant },
): Promise<OnDemandOrderId> {
  const { content } = draft
  const columns = {
    property_id: content.propertyId!,
    service_key: content.serviceKey!,
    quantity: content.quantity,
    is_now: content.when.kind === 'now',
    date: priced.window.date,
    starts_at: toTimestamp(priced.window.startsAt),
    ends_at: toTimestamp(priced.window.endsAt),
    notes: content.notes,
    price_lines: toJson(priced.lines),
    total_cents: priced.totalCents,
    decline_code: null,
  }
  if (before !== null) {
    await stepOrder(trx, before, { transition: 'book', by: 'customer', now, columns })
    return before.id
  }
  const isBooking = { customer_id: scope.userId, state: 'booking', draft_hash: draft.tokenHash } as const
  return insertOrder(trx, { ...columns, ...isBooking }, now)
}
