/** What a customer may read of its orders. */
import { sql } from 'kysely'
import type { OnDemandOrderId, VisitId } from '#domain/ids.ts'
import { type Instant } from '#domain/time.ts'
import { type Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

const ORDERS_SHOWN = 20

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

/** Open ones first, then the newest. */
export function listOrders(db: Db, scope: CustomerScope) {
  return orders(db, scope)
    .orderBy(sql`on_demand_order.state in ('booking', 'declined', 'booked')`, 'desc')
    .orderBy('on_demand_order.created_at', 'desc')
    .limit(ORDERS_SHOWN)
    .execute()
}

/** One of the customer's own; nobody else's is found. */
export function findOrder(
  db: Db,
  scope: CustomerScope,
  orderId: OnDemandOrderId,
): Promise<OrderRow | undefined> {
  return orders(db, scope).where('on_demand_order.id', '=', orderId).executeTakeFirst()
}

/** When the crew that has the visit now took it. */
export async function acceptedAtOf(db: Db, visitId: VisitId): Promise<Instant | null> {
  const row = await db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where('transition', 'in', ['accept_offer', 'assign'])
    .orderBy('id', 'desc')
    .limit(1)
    .select('at')
    .executeTakeFirst()
  return row?.at ?? null
}

export function eventsOf(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .orderBy('id')
    .limit(200)
    .select(['transition', 'at'])
    .execute()
}

export function orderPhotosOf(db: Db, orderId: OnDemandOrderId) {
  return db
    .selectFrom('order_photo')
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'width', 'height'])
    .execute()
}

function orders(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('on_demand_order')
    .innerJoin('property', 'property.id', 'on_demand_order.property_id')
    .leftJoin('visit', 'visit.id', 'on_demand_order.visit_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .leftJoin('payment', 'payment.id', 'on_demand_order.payment_id')
    .where('on_demand_order.customer_id', '=', scope.userId)
    .select([
      'on_demand_order.id',
      'on_demand_order.property_id',
      'on_demand_order.service_key',
      'on_demand_order.quantity',
      'on_demand_order.is_now',
      'on_demand_order.date',
      'on_demand_order.starts_at',
      'on_demand_order.ends_at',
      'on_demand_order.notes',
      'on_demand_order.price_lines',
      'on_demand_order.total_cents',
      'on_demand_order.state',
      'on_demand_order.decline_code',
      'on_demand_order.visit_id',
      'on_demand_order.payment_id',
      'on_demand_order.fee_cents',
      'on_demand_order.credit_cents',
      'on_demand_order.created_at',
      'on_demand_order.ended_at',
      'property.name as place_name',
      'property.address',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'visit.state as visit_state',
      'visit.crew_id',
      'visit.expected_at',
      'visit.price_lines as final_lines',
      'crew.name as crew_name',
      'crew.lat as crew_lat',
      'crew.lng as crew_lng',
      'payment.state as payment_state',
      'payment.total_cents as payment_cents',
    ])
}
