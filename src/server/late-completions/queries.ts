import { sql } from 'kysely'
import type { LateCompletionId, UserId, VisitId } from '#domain/ids.ts'
import type { LateCompletionState } from '#domain/late-completions/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'

const PAGE = 50

/** A crew's own, newest first. */
export function listOwn(db: Db, scope: CrewScope) {
  return lateCompletions(db)
    .where('late_completion.crew_id', '=', scope.userId)
    .orderBy('late_completion.received_at', 'desc')
    .limit(PAGE)
    .execute()
}

export async function listLateCompletions(
  db: Db,
  scope: OperatorScope,
  { isDecided, cursor }: { readonly isDecided: boolean; readonly cursor?: string | undefined },
) {
  const after = readTimeMark(cursor)
  const sortedBy = isDecided ? 'late_completion.decided_at' : 'late_completion.received_at'
  const direction = isDecided ? 'desc' : 'asc'
  const rows = await lateCompletionsOfMarket(db, scope)
    .where('late_completion.state', isDecided ? '<>' : '=', 'waiting')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(sortedBy)}, late_completion.id) ${sql.raw(isDecided ? '<' : '>')} (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy(sortedBy, direction)
    .orderBy('late_completion.id', direction)
    .limit(PAGE + 1)
    .select(sql<string>`${sql.ref(sortedBy)}::text`.as('mark'))
    .execute()
  return pageOf(rows, PAGE)
}

export type MarketRow = NonNullable<Awaited<ReturnType<typeof findLateCompletion>>>

export function findLateCompletion(db: Db, scope: OperatorScope, lateCompletionId: LateCompletionId) {
  return lateCompletionsOfMarket(db, scope)
    .where('late_completion.id', '=', lateCompletionId)
    .executeTakeFirst()
}

export async function countWaiting(db: Db, scope: OperatorScope): Promise<number> {
  const { count } = await db
    .selectFrom('late_completion')
    .innerJoin('visit', 'visit.id', 'late_completion.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('late_completion.state', '=', 'waiting')
    .where('customer.market_id', '=', scope.marketId)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locked until the transaction ends; undefined for operators of other markets. */
export function lockLateCompletion(db: Db, scope: OperatorScope, lateCompletionId: LateCompletionId) {
  return db
    .selectFrom('late_completion')
    .innerJoin('users', 'users.id', 'late_completion.crew_id')
    .innerJoin('visit', 'visit.id', 'late_completion.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('late_completion.id', '=', lateCompletionId)
    .where('customer.market_id', '=', scope.marketId)
    .selectAll('late_completion')
    .select('users.name as crew_name')
    .forUpdate('late_completion')
    .executeTakeFirst()
}

/** The visit of a late completion, so that it is locked first, as everywhere. */
export async function findVisitOfLateCompletion(
  db: Db,
  lateCompletionId: LateCompletionId,
): Promise<VisitId | undefined> {
  const row = await db
    .selectFrom('late_completion')
    .where('id', '=', lateCompletionId)
    .select('visit_id')
    .executeTakeFirst()
  return row?.visit_id
}

export async function saveDecision(
  db: Db,
  lateCompletionId: LateCompletionId,
  decision: {
    readonly state: LateCompletionState
    readonly note: string
    readonly decidedBy: UserId
    readonly now: Instant
  },
): Promise<void> {
  await db
    .updateTable('late_completion')
    .set({
      state: decision.state,
      decided_at: toTimestamp(decision.now),
      decided_by: decision.decidedBy,
      decision_note: decision.note,
    })
    .where('id', '=', lateCompletionId)
    .execute()
}

/** An order that was called off is paid by its fee already. */
export async function isFeeCharged(db: Db, visitId: VisitId): Promise<boolean> {
  const fee = await db
    .selectFrom('payment_line')
    .where('visit_id', '=', visitId)
    .where('kind', '=', 'fee')
    .select('id')
    .executeTakeFirst()
  return fee !== undefined
}

export type OwnRow = Awaited<ReturnType<typeof listOwn>>[number]

/** As operators read them: of their own market only. */
function lateCompletionsOfMarket(db: Db, scope: OperatorScope) {
  return lateCompletions(db)
    .innerJoin('users as crew', 'crew.id', 'late_completion.crew_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as decider', 'decider.id', 'late_completion.decided_by')
    .where('customer.market_id', '=', scope.marketId)
    .select([
      'late_completion.lat',
      'late_completion.lng',
      'late_completion.note',
      'visit.state as visit_state',
      'property.address',
      'property.lat as place_lat',
      'property.lng as place_lng',
      'crew.name as crew_name',
      'customer.name as customer_name',
      'decider.name as decider_name',
    ])
}

function lateCompletions(db: Db) {
  return db
    .selectFrom('late_completion')
    .innerJoin('visit', 'visit.id', 'late_completion.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .select([
      'late_completion.id',
      'late_completion.visit_id',
      'late_completion.crew_id',
      'late_completion.reason',
      'late_completion.done_at',
      'late_completion.received_at',
      'late_completion.changed_at',
      'late_completion.changed_by',
      'late_completion.state',
      'late_completion.decided_at',
      'late_completion.decision_note',
      'visit.service_key',
      'visit.date',
      'property.name as property_name',
      'property.time_zone',
    ])
    .select((the) =>
      the
        .selectFrom('photo')
        .whereRef('photo.visit_id', '=', 'late_completion.visit_id')
        .whereRef('photo.owner_id', '=', 'late_completion.crew_id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('photo_count'),
    )
}
