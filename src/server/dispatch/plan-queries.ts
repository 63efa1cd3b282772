/** Plans of a market: what is proposed for each visit and lane beside what was, and what became of it. */
import { sql } from 'kysely'
import type { AssignmentId, DispatchPlanId, UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import type { Span } from './queries.ts'

export type PlanRow = Awaited<ReturnType<typeof lockPlan>>

/** A month after its day nobody asks who planned what; the visits and the log keep what was done. */
const KEPT_MS = 30 * DAY_MS

/** What was only looked at is thrown away with the next one, and so are old ones. */
export async function insertPlan(
  db: Db,
  scope: OperatorScope,
  { from, to }: Span,
  now: Instant,
): Promise<DispatchPlanId> {
  await db
    .deleteFrom('dispatch_plan')
    .where('market_id', '=', scope.marketId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'ready'), eb('created_by', '=', scope.userId)]),
        eb('created_at', '<', toTimestamp(instant(now - KEPT_MS))),
      ]),
    )
    .execute()
  const { id } = await db
    .insertInto('dispatch_plan')
    .values({
      market_id: scope.marketId,
      from_date: from,
      to_date: to,
      created_by: scope.userId,
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockPlan(db: Db, id: DispatchPlanId) {
  const row = await db
    .selectFrom('dispatch_plan')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row
}

export function findPlan(db: Db, id: DispatchPlanId) {
  return db.selectFrom('dispatch_plan').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function saveProgress(db: Db, id: DispatchPlanId, progress: number): Promise<void> {
  await db
    .updateTable('dispatch_plan')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'solving')
    .execute()
}

export async function markPlan(
  db: Db,
  id: DispatchPlanId,
  step: { state: 'ready' | 'undone' } | { state: 'applied'; at: Instant; undoUntil: Instant },
): Promise<void> {
  await db
    .updateTable('dispatch_plan')
    .set(
      step.state === 'applied'
        ? { state: 'applied', applied_at: toTimestamp(step.at), undo_until: toTimestamp(step.undoUntil) }
        : { state: step.state, ...(step.state === 'ready' ? { progress: 100 } : {}) },
    )
    .where('id', '=', id)
    .execute()
}

export type PlannedStop = {
  readonly visitId: VisitId
  readonly crewId: UserId | null
  readonly position: number
  readonly whyOpen: string | null
}

/** What was is taken from the rows as they are: whoever planned read them just now. */
export async function insertPlannedVisits(
  db: Db,
  planId: DispatchPlanId,
  stops: readonly PlannedStop[],
): Promise<void> {
  await sql`
    insert into dispatch_plan_visit (plan_id, visit_id, was_crew_id, was_assignment_id, was_position, was_state,
      was_starts_at, was_raise_cents, crew_id, position, why_open)
    select ${planId}, visit.id, visit.crew_id, visit.assignment_id, visit.position, visit.state, visit.starts_at,
      visit.offer_raise_cents, planned.crew_id, planned.position, planned.why_open
    from unnest(
      ${stops.map(({ visitId }) => visitId)}::uuid[],
      ${stops.map(({ crewId }) => crewId)}::uuid[],
      ${stops.map(({ position }) => position)}::integer[],
      ${stops.map(({ whyOpen }) => whyOpen)}::text[]
    ) as planned (visit_id, crew_id, position, why_open)
    join visit on visit.id = planned.visit_id
  `.execute(db)
}

export type PlannedLane = {
  readonly crewId: UserId
  readonly date: LocalDate
  readonly before: LaneSums
  readonly after: LaneSums
}
export type LaneSums = {
  readonly stops: number
  readonly feet: number
  readonly minutes: number
  readonly payCents: number
}

export async function insertPlannedLanes(
  db: Db,
  planId: DispatchPlanId,
  lanes: readonly PlannedLane[],
): Promise<void> {
  const of = (side: 'before' | 'after', key: keyof LaneSums) =>
    lanes.map((lane) => Math.round(lane[side][key]))
  await sql`
    insert into dispatch_plan_lane (plan_id, crew_id, date, stops_before, stops, feet_before, feet, minutes_before,
      minutes, pay_before_cents, pay_cents)
    select ${planId}, lane.* from unnest(
      ${lanes.map(({ crewId }) => crewId)}::uuid[], ${lanes.map(({ date }) => date)}::date[],
      ${of('before', 'stops')}::integer[], ${of('after', 'stops')}::integer[],
      ${of('before', 'feet')}::integer[], ${of('after', 'feet')}::integer[],
      ${of('before', 'minutes')}::integer[], ${of('after', 'minutes')}::integer[],
      ${of('before', 'payCents')}::bigint[], ${of('after', 'payCents')}::bigint[]
    ) as lane
  `.execute(db)
}

export type PlanVisitRow = {
  visit_id: VisitId
  was_crew_id: UserId | null
  was_assignment_id: AssignmentId | null
  was_position: number
  was_starts_at: Instant
  was_state: string
  was_raise_cents: number
  crew_id: UserId | null
  position: number
  why_open: string | null
  date: LocalDate
  zone: string
  place_name: string
  service_key: string
  /** Nothing of it has changed since it was planned. */
  is_as_planned: boolean
  /** Nothing of it has changed since the plan was applied. */
  is_as_applied: boolean
}

export function listPlanVisits(db: Db, planId: DispatchPlanId): Promise<PlanVisitRow[]> {
  return db
    .selectFrom('dispatch_plan_visit as planned')
    .innerJoin('visit', 'visit.id', 'planned.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('planned.plan_id', '=', planId)
    .orderBy('planned.visit_id')
    .select([
      'planned.visit_id',
      'planned.was_crew_id',
      'planned.was_assignment_id',
      'planned.was_position',
      'planned.was_starts_at',
      'planned.was_state',
      'planned.was_raise_cents',
      'planned.crew_id',
      'planned.position',
      'planned.why_open',
      'visit.date',
      'property.time_zone as zone',
      'property.name as place_name',
      'visit.service_key',
      sql<boolean>`visit.crew_id is not distinct from planned.was_crew_id and visit.state = planned.was_state
        and visit.starts_at = planned.was_starts_at`.as('is_as_planned'),
      sql<boolean>`visit.crew_id is not distinct from planned.crew_id and visit.state in ('scheduled', 'confirmed')
        and visit.starts_at = planned.was_starts_at`.as('is_as_applied'),
    ])
    .execute()
}

export function listPlanLanes(db: Db, planId: DispatchPlanId) {
  return db
    .selectFrom('dispatch_plan_lane as lane')
    .innerJoin('users as crew', 'crew.id', 'lane.crew_id')
    .where('lane.plan_id', '=', planId)
    .orderBy('crew.name')
    .orderBy('lane.crew_id')
    .orderBy('lane.date')
    .selectAll('lane')
    .select('crew.name as crew_name')
    .execute()
}

/** Visits that came into the lanes of these crews, or are new in the span, since the plan was made. */
export async function findNewcomers(db: Db, plan: PlanRow, crewIds: readonly UserId[]) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where(sql<boolean>`visit.crew_id = any(${[...crewIds]}::uuid[])`)
    .where('visit.date', '>=', plan.from_date)
    .where('visit.date', '<=', plan.to_date)
    .where('visit.state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dispatch_plan_visit as planned')
            .where('planned.plan_id', '=', plan.id)
            .whereRef('planned.visit_id', '=', 'visit.id')
            .select('planned.visit_id'),
        ),
      ),
    )
    .limit(10)
    .select('property.name as place_name')
    .execute()
}

/** Frozen since, or with days off that were not there. */
export async function findGoneCrews(db: Db, plan: PlanRow, crewIds: readonly UserId[], now: Instant) {
  return db
    .selectFrom('users')
    .where(sql<boolean>`users.id = any(${[...crewIds]}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb('users.frozen_until', '>', toTimestamp(now)),
        eb.exists(
          eb
            .selectFrom('time_off')
            .innerJoin('dispatch_plan_visit as planned', 'planned.crew_id', 'time_off.crew_id')
            .innerJoin('visit', 'visit.id', 'planned.visit_id')
            .whereRef('time_off.crew_id', '=', 'users.id')
            .where('planned.plan_id', '=', plan.id)
            .whereRef('planned.crew_id', 'is distinct from', 'planned.was_crew_id')
            .whereRef('time_off.from_date', '<=', 'visit.date')
            .whereRef('time_off.to_date', '>=', 'visit.date')
            .select('time_off.id'),
        ),
      ]),
    )
    .limit(10)
    .select('users.name')
    .execute()
}

/** All of them one after another, whichever plan or crew comes first. */
export async function lockCrews(db: Db, crewIds: readonly UserId[]): Promise<void> {
  await db
    .selectFrom('crew_profile')
    .where(sql<boolean>`user_id = any(${[...crewIds]}::uuid[])`)
    .orderBy('user_id')
    .select('user_id')
    .forNoKeyUpdate()
    .execute()
}

export async function placePlanned(db: Db, planId: DispatchPlanId): Promise<void> {
  await sql`
    update visit set position = planned.position from dispatch_plan_visit planned
    where planned.plan_id = ${planId} and visit.id = planned.visit_id and planned.crew_id is not null
      and visit.position <> planned.position
  `.execute(db)
}

/** Only those that are left as the plan put them. */
export async function restorePlaces(
  db: Db,
  planId: DispatchPlanId,
  visitIds: readonly VisitId[],
): Promise<void> {
  await sql`
    update visit set position = planned.was_position, assignment_id = planned.was_assignment_id,
      offer_raise_cents = planned.was_raise_cents
    from dispatch_plan_visit planned
    where planned.plan_id = ${planId} and visit.id = planned.visit_id and visit.id = any(${[...visitIds]}::uuid[])
      and visit.crew_id is not distinct from planned.was_crew_id
  `.execute(db)
}
