/** Visits as their crews confirm, release and lose them. */
import { sql } from 'kysely'
import type { AssignmentId, UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant, type LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

/** A visit that is already being worked on is finished by who began it. */
export const RELEASABLE: readonly VisitState[] = ['scheduled', 'confirmed', 'en_route']

export async function findVisitsOfAssignment(
  db: Db,
  scope: CrewScope,
  assignmentId: AssignmentId,
  now: Instant,
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('assignment_id', '=', assignmentId)
    .where('crew_id', '=', scope.userId)
    .where('state', 'in', RELEASABLE)
    .where('ends_at', '>', toTimestamp(now))
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether each of these visits was this crew's before it lapsed, was released or went to another. */
export async function wereAllAssigned(
  db: Db,
  crewId: UserId,
  visitIds: readonly VisitId[],
): Promise<boolean> {
  if (visitIds.length === 0) return true
  const rows = await db
    .selectFrom('visit_event')
    .where('visit_id', 'in', [...visitIds])
    .where('crew_id', '=', crewId)
    .select('visit_id')
    .distinct()
    .execute()
  return rows.length === visitIds.length
}

export const VISITS_LAPSED_AT_ONCE = 500

/** The week that a cutoff is for ends eight days later, and a day for zones further west. */
const WEEK_AHEAD_MS = 10 * DAY_MS

export type LapseMark = { readonly endsAt: Instant; readonly id: string }

/** Locked, so that a confirmation under way is waited for and seen. */
export function lockUnconfirmed(db: Db, marketId: string, after: LapseMark | null, now: Instant) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.state', '=', 'scheduled')
    .where('visit.crew_id', 'is not', null)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.ends_at', '<', toTimestamp(instant(now + WEEK_AHEAD_MS)))
    .where('visit.customer_id', 'in', (from) =>
      from.selectFrom('users').where('market_id', '=', marketId).select('users.id'),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(visit.ends_at, visit.id) > (${toTimestamp(after!.endsAt)}, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('visit.ends_at')
    .orderBy('visit.id')
    .limit(VISITS_LAPSED_AT_ONCE)
    .forUpdate('visit')
    .select(['visit.id', 'visit.crew_id', 'visit.date', 'visit.ends_at', 'property.time_zone'])
    .execute()
}

/** When the crew of each visit came to it, where that was not with the plan. */
export async function findTakenSince(
  db: Db,
  visitIds: readonly VisitId[],
): Promise<ReadonlyMap<string, Instant>> {
  if (visitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('visit_event')
    .where('visit_id', 'in', [...visitIds])
    .where('transition', 'in', ['assign', 'accept_offer'])
    .groupBy('visit_id')
    .select(['visit_id', (the) => the.fn.max('at').as('at')])
    .execute()
  return new Map(rows.map((row) => [row.visit_id, row.at]))
}

export async function countUnconfirmedByCrew(
  db: Db,
  marketId: string,
  week: { from: LocalDate; to: LocalDate },
  now: Instant,
): Promise<{ crewId: UserId; count: number }[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.crew_id')
    .where('users.market_id', '=', marketId)
    .where('visit.state', '=', 'scheduled')
    .where('visit.date', '>=', week.from)
    .where('visit.date', '<=', week.to)
    // The index of open visits knows the end of their windows.
    .where('visit.ends_at', '>', toTimestamp(now))
    .groupBy('users.id')
    .select(['users.id', (the) => the.fn.countAll<number>().as('count')])
    .execute()
  return rows.map((row) => ({ crewId: row.id, count: row.count }))
}

export async function findOpenSince(
  db: Db,
  customerId: UserId,
  since: Instant,
  now: Instant,
): Promise<{ id: VisitId; date: LocalDate }[]> {
  const rows = await db
    .selectFrom('visit')
    .where('customer_id', '=', customerId)
    .where('crew_id', 'is', null)
    .where('state', 'in', ['scheduled', 'reopened'])
    .where('ends_at', '>', toTimestamp(now))
    .where(
      sql<boolean>`exists (
        select from visit_event
        where visit_event.visit_id = visit.id and visit_event.at >= ${toTimestamp(since)}
          and visit_event.transition in ('release', 'lapse')
      )`,
    )
    .orderBy('date')
    .orderBy('id')
    .select(['id', 'date'])
    .execute()
  return rows.map((row) => ({ id: row.id, date: row.date }))
}

/** The newest release of a visit by this crew. */
export function findRelease(db: Db, scope: CrewScope, visitId: VisitId) {
  return db
    .selectFrom('visit_event')
    .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
    .where('visit_event.visit_id', '=', visitId)
    .where('visit_event.transition', '=', 'release')
    .where('visit_event.actor_id', '=', scope.userId)
    .orderBy('visit_event.id', 'desc')
    .select(['visit.date', 'visit_event.counts_as'])
    .executeTakeFirst()
}

/** Crews whose visits lapsed since a moment, with how many and the first date. */
export function countLapsedByCrew(db: Db, marketId: string, since: Instant) {
  return db
    .selectFrom('visit_event')
    .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .innerJoin('users as crew', 'crew.id', 'visit_event.crew_id')
    .where('visit_event.transition', '=', 'lapse')
    .where('visit_event.at', '>=', toTimestamp(since))
    .where('customer.market_id', '=', marketId)
    .groupBy('crew.id')
    .select([
      'crew.id',
      (the) => the.fn.countAll<number>().as('count'),
      (the) => the.fn.min('visit.date').as('first'),
    ])
    .execute()
}

/** Time zones, other than this one, in which visits of a week are still unconfirmed. */
export async function findOtherZones(
  db: Db,
  { marketId, zone, week, now }: { marketId: string; zone: string; week: Week; now: Instant },
): Promise<string[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('users.market_id', '=', marketId)
    .where('visit.state', '=', 'scheduled')
    .where('visit.date', '>=', week.from)
    .where('visit.date', '<=', week.to)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.ends_at', '<', toTimestamp(instant(now + WEEK_AHEAD_MS + 4 * DAY_MS)))
    .where('property.time_zone', '<>', zone)
    .select('property.time_zone')
    .distinct()
    .execute()
  return rows.map((row) => row.time_zone)
}

type Week = { readonly from: LocalDate; readonly to: LocalDate }
