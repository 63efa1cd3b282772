/** Writes what a crew takes on one weekday: its route, the assignments, their order, and the visits that exist already. */
import { sql } from 'kysely'
import type { AssignmentId } from '#domain/ids.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, type LocalDate, type Weekday } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { withoutDaysOff } from '../crews/days-off-queries.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { type AppliedTransition, actorOf, applyTransition } from '../visits/apply-transition.ts'
import type { PlannedDay } from './plan-day.ts'
import type { HeldJob, LockedJob } from './queries.ts'
import { readCrewRateCard } from './read-crew-rate-card.ts'

export type TakenDay = {
  readonly weekday: Weekday
  readonly assignmentIds: AssignmentId[]
  readonly firstDate: LocalDate | null
  readonly visitCount: number
}

type Holding = {
  readonly app: App
  readonly scope: CrewScope
  readonly now: Instant
  readonly plan: PlannedDay
  /** The jobs that are new to the crew on this day. */
  readonly fresh: readonly LockedJob[]
  readonly held: readonly HeldJob[]
}

export async function hold(db: Db, holding: Holding): Promise<TakenDay> {
  const { scope, plan, fresh } = holding
  const { weekday } = plan
  const assignmentIds = fresh.length === 0 ? [] : await insertAssignments(db, holding)
  await orderAssignments(db, scope, plan)
  const assigned = fresh.length === 0 ? [] : await assignVisits(db, holding)
  await orderHeldVisits(db, holding.scope, holding.now)
  const firstDate = assigned.map((visit) => visit.date).sort()[0] ?? null
  return { weekday, assignmentIds, firstDate, visitCount: assigned.length }
}

async function insertAssignments(db: Db, { scope, now, plan, fresh }: Holding): Promise<AssignmentId[]> {
  const today = dateAt(now, fresh[0]?.time_zone ?? DEFAULT_TIME_ZONE)
  const pay = await readCrewRateCard(db, { jobs: fresh, marketId: scope.marketId, today })
  const route = await db
    .insertInto('route')
    .values({
      crew_id: scope.userId,
      weekday: plan.weekday,
      driving_feet: plan.drivingFeet,
      driving_seconds: plan.drivingSeconds,
      pay_cents: addCents(...fresh.map((job) => pay.payOf(job, plan.weekday) ?? ZERO_CENTS)),
      taken_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('assignment')
    .values(
      fresh.map((job) => ({
        weekly_job_id: job.id,
        weekday: plan.weekday,
        crew_id: scope.userId,
        route_id: route.id,
        taken_at: toTimestamp(now),
        from_date: dateAt(now, job.time_zone),
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Positions 1, 2, 3… of the whole day, held stops included. */
async function orderAssignments(db: Db, scope: CrewScope, { weekday, order }: PlannedDay): Promise<void> {
  await sql`
    update assignment set position = wanted.position
    from unnest(${[...order]}::uuid[]) with ordinality as wanted (weekly_job_id, position)
    where assignment.weekly_job_id = wanted.weekly_job_id and assignment.weekday = ${weekday}
      and assignment.crew_id = ${scope.userId} and assignment.released_at is null
      and assignment.position <> wanted.position
  `.execute(db)
}

/** The coming visits of the new jobs on this weekday that nobody has; those of a week already confirmed count as confirmed. */
async function assignVisits(
  db: Db,
  { app, scope, now, plan, fresh }: Holding,
): Promise<readonly AppliedTransition[]> {
  const open = await db
    .selectFrom('visit')
    .where(
      'weekly_job_id',
      'in',
      fresh.map((job) => job.id),
    )
    .where(onWeekday(plan.weekday))
    .where('crew_id', 'is', null)
    .where('state', 'in', ['scheduled', 'confirmed', 'reopened'])
    .where('ends_at', '>', toTimestamp(now))
    .select('id')
    .execute()
  const { applied } = await applyTransition(db, {
    app,
    // A day off leaves that week's visit open; the standing assignment is the crew's all the same.
    visitIds: await withoutDaysOff(
      db,
      scope.userId,
      open.map((row) => row.id),
    ),
    transition: 'assign',
    actor: SYSTEM,
    assigneeId: scope.userId,
    now,
    detail: { takenBy: scope.userId },
  })
  const settings = await settingsAt(db, scope.marketId, now)
  // All stops of one route lie around one base, in one zone but for the odd border.
  const zone = fresh[0]?.time_zone ?? DEFAULT_TIME_ZONE
  await applyTransition(db, {
    app,
    visitIds: applied
      .filter((visit) => isConfirmedByTaking(visit.date, now, zone, settings))
      .map((visit) => visit.visitId),
    transition: 'confirm',
    actor: actorOf(scope, now),
    now,
    detail: { confirmedByTaking: true },
  })
  return applied
}

/** The crew's coming visits stand in the order of their weekday and know their assignment. */
export async function orderHeldVisits(db: Db, scope: CrewScope, now: Instant): Promise<void> {
  await sql`
    update visit set assignment_id = assignment.id, position = assignment.position
    from assignment
    where assignment.crew_id = ${scope.userId} and assignment.released_at is null
      and visit.weekly_job_id = assignment.weekly_job_id and visit.crew_id = assignment.crew_id
      and extract(isodow from coalesce(visit.moved_from, visit.date)) = assignment.weekday
      and visit.ends_at > ${toTimestamp(now)} and visit.state in ('scheduled', 'confirmed')
      and (visit.position <> assignment.position or visit.assignment_id is distinct from assignment.id)
  `.execute(db)
}

function onWeekday(weekday: Weekday) {
  return sql<boolean>`extract(isodow from coalesce(visit.moved_from, visit.date)) = ${weekday}`
}
