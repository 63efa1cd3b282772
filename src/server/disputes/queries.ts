/** Disputes as actions lock them and screens list them. */
import { sql } from 'kysely'
import type { DisputeId, PaymentId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { customerTotalOf, type LineItem, sumOf } from '#domain/pricing/lines.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope, UserScope } from '../scope.ts'

const PAGE = 50

export type LockedDispute = NonNullable<Awaited<ReturnType<typeof lockDispute>>>

/** Locked until the transaction ends; undefined for whoever it is not about, and for operators of other markets. */
export async function lockDispute(db: Db, scope: UserScope, disputeId: DisputeId) {
  const row = await ownDisputes(db, scope)
    .where('dispute.id', '=', disputeId)
    .forUpdate('dispute')
    .select([
      'dispute.id',
      'dispute.visit_id',
      'dispute.customer_id',
      'dispute.crew_id',
      'dispute.problem',
      'dispute.state',
      'customer.market_id',
    ])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      id: row.id,
      visitId: row.visit_id,
      customerId: row.customer_id,
      crewId: row.crew_id,
    }
  )
}

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findDispute>>>

/** One dispute with its visit, for whoever may see it. A crew no longer sees one that was taken back. */
export function findDispute(db: Db, scope: UserScope, disputeId: DisputeId) {
  return ownDisputes(db, scope)
    .innerJoin('visit', 'visit.id', 'dispute.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as crew', 'crew.id', 'dispute.crew_id')
    .leftJoin('visit as redo', 'redo.id', 'dispute.redo_visit_id')
    .where('dispute.id', '=', disputeId)
    .$if(scope.type === 'Crew', (query) => query.where('dispute.state', '<>', 'withdrawn'))
    .selectAll('dispute')
    .select([
      'customer.name as customer_name',
      'crew.name as crew_name',
      'property.name as property_name',
      'property.address',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'visit.service_key',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.started_at',
      'visit.completed_at',
      'visit.completed_lat',
      'visit.completed_lng',
      'visit.completed_distance_feet',
      'visit.is_flagged',
      'visit.state as visit_state',
      'visit.price_lines',
      'visit.crew_pay_cents',
      'redo.date as redo_date',
      'redo.state as redo_state',
    ])
    .executeTakeFirst()
}

export async function listDisputes(
  db: Db,
  scope: OperatorScope,
  { isDecided, cursor }: { isDecided: boolean; cursor?: string | undefined },
) {
  const after = readTimeMark(cursor)
  const rows = await ownDisputes(db, scope)
    .innerJoin('visit', 'visit.id', 'dispute.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as crew', 'crew.id', 'dispute.crew_id')
    .where('dispute.state', isDecided ? 'not in' : 'in', ['open', 'answered'])
    .$if(after !== undefined, (query) =>
      query.where(
        isDecided
          ? sql<boolean>`(dispute.reported_at, dispute.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`
          : sql<boolean>`(dispute.reported_at, dispute.id) > (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('dispute.reported_at', isDecided ? 'desc' : 'asc')
    .orderBy('dispute.id', isDecided ? 'desc' : 'asc')
    .limit(PAGE + 1)
    .select([
      'dispute.id',
      'dispute.visit_id',
      'dispute.problem',
      'dispute.words',
      'dispute.state',
      'dispute.reported_at',
      'customer.name as customer_name',
      'crew.name as crew_name',
      'property.name as property_name',
      'property.time_zone',
      'visit.service_key',
      'visit.date',
      'visit.price_lines',
      sql<string>`dispute.reported_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, PAGE)
}

export async function countOpenDisputes(db: Db, scope: OperatorScope): Promise<number> {
  const row = await ownDisputes(db, scope)
    .where('dispute.state', 'in', ['open', 'answered'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export function photosOfDispute(db: Db, disputeId: DisputeId) {
  return db
    .selectFrom('photo')
    .where('dispute_id', '=', disputeId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'width', 'height'])
    .execute()
}

/** What the customer pays for a visit, and the tax in it. Tips are the crew's and stay. */
export function owedFor(lines: unknown): { readonly owedCents: Cents; readonly taxCents: Cents } {
  const items = (lines ?? []) as LineItem[]
  return {
    owedCents: cents(customerTotalOf(items) - sumOf(items, 'tip')),
    taxCents: sumOf(items, 'tax'),
  }
}

/** The payment that the visit stands on, where the customer has paid it with a card. */
export async function paidWith(db: Db, visitId: VisitId): Promise<PaymentId | null> {
  const row = await db
    .selectFrom('payment_line')
    .innerJoin('payment', 'payment.id', 'payment_line.payment_id')
    .where('payment_line.visit_id', '=', visitId)
    .where('payment.state', '=', 'paid')
    .where('payment.provider_intent_id', 'is not', null)
    .select('payment.id')
    .executeTakeFirst()
  return row?.id ?? null
}

function ownDisputes(db: Db, scope: UserScope) {
  return db
    .selectFrom('dispute')
    .innerJoin('users as customer', 'customer.id', 'dispute.customer_id')
    .$if(scope.type === 'Customer', (query) => query.where('dispute.customer_id', '=', scope.userId))
    .$if(scope.type === 'Crew', (query) => query.where('dispute.crew_id', '=', scope.userId))
    .$if(scope.type === 'Operator', (query) => query.where('customer.market_id', '=', scope.marketId))
}
