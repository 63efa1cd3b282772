import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

export async function countProperties(db: Db, scope: CustomerScope): Promise<number> {
  const row = await db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export function findCard(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .where('pays_bills', '=', true)
    .select(['last4', 'expires_month', 'expires_year'])
    .executeTakeFirst()
}

/** What is asked of the customer at these visits, and when their crews expect to be there. */
export async function listOpenActs(db: Db, visitIds: readonly VisitId[], now: Instant) {
  if (visitIds.length === 0) return []
  const { rows } = await sql<{
    id: VisitId
    expected_at: Instant | null
    is_door_shut: boolean
    has_question: boolean
  }>`
    select visit.id, visit.expected_at,
      exists (
        select from access_problem problem
        where problem.visit_id = visit.id and problem.closed_at is null and problem.answered_at is null
      ) as is_door_shut,
      exists (
        select from extra_work extra
        where extra.visit_id = visit.id and extra.state = 'proposed' and extra.expires_at > ${toTimestamp(now)}
      ) as has_question
    from visit where visit.id = any(${[...visitIds]}::uuid[])
  `.execute(db)
  return rows
}

/** Newest first. */
export function listDeclinedPayments(db: Db, scope: CustomerScope, limit: number) {
  return db
    .selectFrom('payment')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'declined')
    .where('kind', '<>', 'invoice_part')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .select(['id', 'total_cents', 'next_attempt_at'])
    .execute()
}
