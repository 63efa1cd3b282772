/** Orders as actions need them: locked, and moved only along an edge of their graph. */
import type { Updateable } from 'kysely'
import type { OnDemandOrderId, VisitId } from '#domain/ids.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { cents } from '#domain/money.ts'
import { isEnded, ORDER_LIFECYCLE, type OrderActor, type OrderStep } from '#domain/ondemand/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { Refused } from '../refused.ts'

export type Order = Awaited<ReturnType<typeof toOrder>>

export type StepOfOrder = {
  readonly transition: OrderStep
  readonly by: OrderActor
  readonly now: Instant
  readonly columns?: Updateable<Database['on_demand_order']>
}

export async function lockOrder(
  db: Db,
  by: { id: OnDemandOrderId } | { visitId: VisitId },
): Promise<Order | null> {
  const row = await selectOrders(db)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('visit_id', '=', by.visitId)))
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toOrder(row)
}

/** Throws wrong_state where the graph has no such edge. The caller has locked the order. */
export async function stepOrder(
  db: Db,
  order: Order,
  { transition, by, now, columns = {} }: StepOfOrder,
): Promise<void> {
  const edge = edgeOf(ORDER_LIFECYCLE, { transition, from: order.state, by })
  if (edge === undefined) throw new Refused('wrong_state')
  await db
    .updateTable('on_demand_order')
    .set({
      state: edge.to as Exclude<typeof edge.to, 'draft'>,
      updated_at: toTimestamp(now),
      ...(isEnded(edge.to) ? { ended_at: toTimestamp(now) } : {}),
      ...columns,
    })
    .where('id', '=', order.id)
    .execute()
}

export function canStepOrder(order: Order, transition: OrderStep, by: OrderActor): boolean {
  return edgeOf(ORDER_LIFECYCLE, { transition, from: order.state, by }) !== undefined
}

function selectOrders(db: Db) {
  return db.selectFrom('on_demand_order').selectAll()
}

function toOrder(row: Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]) {
  return {
    id: row.id,
    customerId: row.customer_id,
    propertyId: row.property_id,
    serviceKey: row.service_key,
    quantity: row.quantity,
    isNow: row.is_now,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    lines: row.price_lines,
    totalCents: cents(row.total_cents),
    draftHash: row.draft_hash,
    visitId: row.visit_id,
    paymentId: row.payment_id,
    feeCents: cents(row.fee_cents),
    feeCrewCents: cents(row.fee_crew_cents),
    /** What was said when it was booked holds for it: fees, and the credit where nobody comes. */
    bookedAt: row.created_at,
  }
}
