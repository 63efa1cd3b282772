/** Disputes as actions lock them and screens list them. */

import { sql, type Updateable } from 'kysely'
import type { Problem } from '#domain/disputes/disputes.ts'
import type { DisputeEdge, DisputeState, DisputeStep } from '#domain/disputes/graph.ts'
import type { DisputeId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { ActorKind } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
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
          ? sql<boolean>`(dispute.opened_at, dispute.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`
          : sql<boolean>`(dispute.opened_at, dispute.id) > (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('dispute.opened_at', isDecided ? 'desc' : 'asc')
    .orderBy('dispute.id', isDecided ? 'desc' : 'asc')
    .limit(PAGE + 1)
    .select([
      'dispute.id',
      'dispute.visit_id',
      'dispute.problem',
      'dispute.note',
      'dispute.state',
      'dispute.opened_at',
      'customer.name as customer_name',
      'crew.name as crew_name',
      'property.name as property_name',
      'property.time_zone',
      'visit.service_key',
      'visit.date',
      'visit.price_lines',
      sql<string>`dispute.opened_at::text`.as('mark'),
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

function ownDisputes(db: Db, scope: UserScope) {
  return db
    .selectFrom('dispute')
    .innerJoin('users as customer', 'customer.id', 'dispute.customer_id')
    .$if(scope.type === 'Customer', (query) => query.where('dispute.customer_id', '=', scope.userId))
    .$if(scope.type === 'Crew', (query) => query.where('dispute.crew_id', '=', scope.userId))
    .$if(scope.type === 'Operator', (query) => query.where('customer.market_id', '=', scope.marketId))
}

export type StepBy = { readonly kind: ActorKind; readonly id: UserId | null }

type SavedStep = {
  readonly edge: DisputeEdge
  readonly by: StepBy
  readonly note: string
  readonly now: Instant
  /** What the step leaves behind in the dispute, beside its state. */
  readonly columns?: Updateable<Database['dispute']>
}

/** Takes a locked dispute along an edge of its graph, and writes its timeline. */
export async function saveStep(
  db: Db,
  dispute: { readonly id: DisputeId; readonly state: DisputeState },
  { edge, by, note, now, columns }: SavedStep,
): Promise<void> {
  await db
    .updateTable('dispute')
    .set({ ...columns, state: edge.to })
    .where('id', '=', dispute.id)
    .execute()
  await insertEvent(db, dispute.id, {
    transition: edge.transition,
    from: dispute.state,
    to: edge.to,
    by,
    note,
    now,
  })
}

/** Opens a dispute of a visit with the customer's note. */
export async function insertDispute(
  db: Db,
  opened: {
    readonly visitId: VisitId
    readonly customerId: UserId
    readonly crewId: UserId
    readonly problem: Problem
    readonly note: string
    readonly now: Instant
  },
): Promise<DisputeId> {
  const { visitId, customerId, crewId, problem, note, now } = opened
  const { id } = await db
    .insertInto('dispute')
    .values({
      visit_id: visitId,
      customer_id: customerId,
      crew_id: crewId,
      problem,
      note,
      state: 'open',
      opened_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { kind: 'customer', id: customerId } as const
  await insertEvent(db, id, { transition: 'open', from: null, to: 'open', by, note, now })
  return id
}

async function insertEvent(
  db: Db,
  disputeId: DisputeId,
  event: {
    readonly transition: DisputeStep | 'open'
    readonly from: DisputeState | null
    readonly to: DisputeState
    readonly by: StepBy
    readonly note: string
    readonly now: Instant
  },
): Promise<void> {
  await db
    .insertInto('dispute_event')
    .values({
      dispute_id: disputeId,
      at: toTimestamp(event.now),
      actor_id: event.by.id,
      actor_role: event.by.kind,
      transition: event.transition,
      from_state: event.from,
      to_state: event.to,
      note: event.note,
    })
    .execute()
}

/** What a customer got back by itself since an instant. The customer's row is locked: disputes opened at once share one budget. */
export async function lockAutomaticRefunds(db: Db, customerId: UserId, since: Instant): Promise<Cents> {
  await db.selectFrom('users').where('id', '=', customerId).forNoKeyUpdate().select('id').execute()
  const row = await db
    .selectFrom('dispute')
    .where('customer_id', '=', customerId)
    .where('is_automatic', '=', true)
    .where('decided_at', '>=', toTimestamp(since))
    .select((eb) => eb.fn.sum<string | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return cents(Number(row.total ?? 0))
}

export async function timelineOf(db: Db, disputeId: DisputeId) {
  const rows = await db
    .selectFrom('dispute_event')
    .where('dispute_id', '=', disputeId)
    .orderBy('id')
    .select(['at', 'transition', 'actor_role', 'note'])
    .execute()
  return rows.map((row) => ({
    at: row.at,
    transition: row.transition,
    actorRole: row.actor_role,
    note: row.note,
  }))
}
