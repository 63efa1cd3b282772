/** Orders: what their customers read of them, and what the steps of their lifecycle write. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { OnDemandOrderId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
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

export type Order = Awaited<ReturnType<typeof toOrder>>

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

/** One customer's orders come after one another: the coupon's last cents are used once, a draft is booked once. */
export async function lockCustomer(db: Db, scope: CustomerScope): Promise<void> {
  await db.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
}

export function findOrderOfDraft(db: Db, draftHash: Buffer) {
  return db
    .selectFrom('on_demand_order')
    .where('draft_hash', '=', draftHash)
    .select(['id', 'customer_id'])
    .executeTakeFirst()
}

/** Whose it is, and its visit; undefined where there is no such order. */
export function findVisitOfOrder(db: Db, orderId: OnDemandOrderId) {
  return db
    .selectFrom('on_demand_order')
    .where('id', '=', orderId)
    .select(['customer_id', 'visit_id'])
    .executeTakeFirst()
}

export async function insertOrder(
  db: Db,
  order: Omit<Insertable<Database['on_demand_order']>, 'created_at' | 'updated_at'>,
  now: Instant,
): Promise<OnDemandOrderId> {
  const { id } = await db
    .insertInto('on_demand_order')
    .values({ ...order, created_at: toTimestamp(now), updated_at: toTimestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type OrderColumns = Updateable<Database['on_demand_order']>

export async function saveOrder(db: Db, orderId: OnDemandOrderId, columns: OrderColumns): Promise<void> {
  await db.updateTable('on_demand_order').set(columns).where('id', '=', orderId).execute()
}

/** The photos of the draft are the order's from now on. */
export async function takeDraftPhotos(
  db: Db,
  { orderId, draftHash }: { orderId: OnDemandOrderId; draftHash: Buffer },
): Promise<void> {
  await db.updateTable('order_photo').set({ order_id: orderId }).where('draft_hash', '=', draftHash).execute()
}

export async function insertVisitOf(db: Db, order: Order, now: Instant): Promise<VisitId> {
  const { id } = await db
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
  return id
}

/** What its visit says of its end: the price that was frozen, and why nobody could work. */
export function readVisitOf(db: Db, order: Order) {
  return db
    .selectFrom('visit')
    .where('id', '=', order.visitId)
    .select(['price_lines', 'missed_reason'])
    .executeTakeFirstOrThrow()
}

/** The names of its place and of its service. */
export function findOrderNames(db: Db, order: Order) {
  return db
    .selectFrom('property')
    .innerJoin('service', (join) => join.on('service.key', '=', order.serviceKey))
    .where('property.id', '=', order.propertyId)
    .select(['property.name', 'service.name_en', 'service.name_es'])
    .executeTakeFirstOrThrow()
}

/** How it ended, for the notice to its customer. */
export function readOrderEnd(db: Db, orderId: OnDemandOrderId) {
  return db
    .selectFrom('on_demand_order')
    .innerJoin('service', 'service.key', 'on_demand_order.service_key')
    .leftJoin('payment', 'payment.id', 'on_demand_order.payment_id')
    .where('on_demand_order.id', '=', orderId)
    .select([
      'on_demand_order.customer_id',
      'on_demand_order.state',
      'on_demand_order.credit_cents',
      'payment.total_cents',
      'service.name_en',
      'service.name_es',
    ])
    .executeTakeFirstOrThrow()
}
