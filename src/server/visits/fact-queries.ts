/** Visits as the rules of the lifecycle see them. */
import { type Selectable, sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { VisitFacts } from '#domain/visits/lifecycle.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'

/** What the rules must know of a visit, from `visit` joined with its `property`. */
export const FACT_COLUMNS = [
  'visit.id',
  'visit.weekly_job_id',
  'visit.is_turnover',
  'visit.state',
  'visit.customer_id',
  'visit.crew_id',
  'visit.date',
  'visit.starts_at',
  'visit.ends_at',
  'visit.missed_reason',
  'property.time_zone',
] as const

type FactRow = Pick<
  Selectable<Database['visit']>,
  | 'id'
  | 'weekly_job_id'
  | 'is_turnover'
  | 'state'
  | 'customer_id'
  | 'crew_id'
  | 'date'
  | 'starts_at'
  | 'ends_at'
  | 'missed_reason'
> & { readonly time_zone: string }

export function factsOf(row: FactRow): VisitFacts & { readonly id: VisitId } {
  return {
    id: row.id,
    // A turnover is planned ahead, offered with its week and billed with it, as weekly work is.
    kind: row.weekly_job_id === null && !row.is_turnover ? 'on_demand' : 'weekly',
    state: row.state,
    customerId: row.customer_id,
    crewId: row.crew_id,
    date: row.date,
    zone: row.time_zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    missedReason: row.missed_reason,
  }
}

/** The market is its customer's. */
export type LoadedVisit = VisitFacts & { readonly id: VisitId; readonly marketId: string }

/** The visits as the rules see them, locked until the caller's transaction ends, always in the same order. */
export async function lockVisits(db: Db, visitIds: readonly VisitId[]): Promise<LoadedVisit[]> {
  if (visitIds.length === 0) return []
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where(sql<boolean>`visit.id = any(${[...visitIds]}::uuid[])`)
    .orderBy('visit.id')
    .select([...FACT_COLUMNS, 'customer.market_id'])
    .forUpdate('visit')
    .execute()
  return rows.map((row) => ({ ...factsOf(row), marketId: row.market_id }))
}

/**
 * When the crew of each visit came to it first, where that was not with the plan. Not when it came last: whoever gives a
 * visit back and takes it again does not begin anew.
 */
export async function findTakenAt(
  db: Db,
  visitIds: readonly VisitId[],
): Promise<ReadonlyMap<VisitId, Instant>> {
  if (visitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('visit_event')
    .innerJoin('visit', (join) =>
      join.onRef('visit.id', '=', 'visit_event.visit_id').onRef('visit.crew_id', '=', 'visit_event.crew_id'),
    )
    .where(sql<boolean>`visit_event.visit_id = any(${[...visitIds]}::uuid[])`)
    .where('visit_event.transition', 'in', ['assign', 'accept_offer'])
    .groupBy('visit_event.visit_id')
    .select(['visit_event.visit_id', (the) => the.fn.min('visit_event.at').as('at')])
    .execute()
  return new Map(rows.map((row) => [row.visit_id, row.at]))
}

/** When a visit last left this crew; null where it never did. Steps write down from whom they took it. */
export async function findAssignedUntil(db: Db, visitId: VisitId, crewId: UserId): Promise<Instant | null> {
  const { at } = await db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where(sql`detail ->> 'crewBefore'`, '=', crewId)
    .select((the) => the.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
