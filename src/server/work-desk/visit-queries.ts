/** One visit of the operator's market with whom it concerns, and the money it made. */
import { sql } from 'kysely'
import type { DisputeId, LateCompletionId, PaymentId, PayoutId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { FACT_COLUMNS } from '../visits/fact-queries.ts'

/** Undefined for one of another market. */
export function findDeskVisit(db: Db, { marketId }: OperatorScope, id: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .leftJoin('weekly_job', 'weekly_job.id', 'visit.weekly_job_id')
    .leftJoin('on_demand_order as orders', 'orders.visit_id', 'visit.id')
    .where('visit.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select([
      ...FACT_COLUMNS,
      'visit.property_id',
      'property.name as place',
      'property.complex_id',
      'customer.name as customer_name',
      'customer.phone as customer_phone',
      'crew.name as crew_name',
      'crew.phone as crew_phone',
      'weekly_job.state as job_state',
      'orders.state as order_state',
      sql<number>`(select count(*) from offer where offer.visit_id = visit.id and offer.state = 'open')`.as(
        'open_offers',
      ),
      sql<DisputeId | null>`(
        select id from dispute where dispute.visit_id = visit.id and dispute.state in ('open', 'answered') limit 1
      )`.as('open_dispute_id'),
      sql<LateCompletionId | null>`(
        select id from late_completion late where late.visit_id = visit.id and late.state = 'waiting' limit 1
      )`.as('waiting_late_id'),
    ])
    .executeTakeFirst()
}

export type VisitPayment = {
  readonly id: PaymentId
  readonly kind: string
  readonly state: string
  readonly total: number
  readonly credit: number
  readonly refunded: number
  readonly created_at: Instant
}

/** What the customer was charged for the visit, its tip or its fee. */
export async function listVisitPayments(db: Db, id: VisitId): Promise<VisitPayment[]> {
  const { rows } = await sql<VisitPayment>`
    select payment.id, payment.kind, payment.state, payment.total_cents as total, payment.credit_cents as credit,
      payment.refunded_cents as refunded, payment.created_at
    from payment where payment.id in (${paymentsOf(id)})
    order by payment.created_at, payment.id
  `.execute(db)
  return rows
}

export function paymentsOf(id: VisitId) {
  return sql`
    select line.payment_id from payment_line line where line.visit_id = ${id}
    union select line.payment_id from tip join payment_line line on line.tip_id = tip.id where tip.visit_id = ${id}
    union select payment_id from on_demand_order where visit_id = ${id} and payment_id is not null`
}

export async function listVisitEarnings(db: Db, id: VisitId) {
  const { rows } = await sql<{
    kind: string
    crew_name: string
    amount: number
    available_at: Instant
    payout_id: PayoutId | null
  }>`
    select earning.kind, crew.name as crew_name, earning.amount_cents as amount, earning.available_at,
      earning.payout_id
    from earning join users crew on crew.id = earning.crew_id
    where earning.visit_id = ${id}
    order by earning.earned_at, earning.id
  `.execute(db)
  return rows
}
