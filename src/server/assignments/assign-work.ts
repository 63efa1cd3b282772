/** Writes what a crew takes on one weekday: its route, the assignments, their sequence, and the visits that exist already. */
import type { AssignmentId } from '#domain/ids.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, type LocalDate, type Weekday } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { withoutDaysOff } from '../crews/days-off-queries.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { type AppliedTransition, actorOf, applyTransition } from '../visits/apply-transition.ts'
import { findOpenVisits, insertRoute, sequenceAssignments, sequenceVisits } from './assignment-queries.ts'
import type { PlannedDay } from './plan-day.ts'
import type { AssignedJob, LockedJob } from './queries.ts'
import { readCrewRateCard } from './read-crew-rate-card.ts'

export type TakenDay = {
  readonly weekday: Weekday
  readonly assignmentIds: AssignmentId[]
  readonly firstDate: LocalDate | null
  readonly visitCount: number
}

type Work = {
  readonly app: App
  readonly scope: CrewScope
  readonly now: Instant
  readonly plan: PlannedDay
  /** The jobs that are new to the crew on this day. */
  readonly fresh: readonly LockedJob[]
  readonly assigned: readonly AssignedJob[]
}

export async function assignWork(db: Db, work: Work): Promise<TakenDay> {
  const { scope, plan, fresh } = work
  const { weekday } = plan
  const assignmentIds = fresh.length === 0 ? [] : await saveRoute(db, work)
  await sequenceAssignments(db, scope, weekday, plan.sequence)
  const assigned = fresh.length === 0 ? [] : await assignVisits(db, work)
  await sequenceVisits(db, work.scope, work.now)
  const firstDate = assigned.map((visit) => visit.date).sort()[0] ?? null
  return { weekday, assignmentIds, firstDate, visitCount: assigned.length }
}

async function saveRoute(db: Db, { scope, now, plan, fresh }: Work): Promise<AssignmentId[]> {
  const today = dateAt(now, fresh[0]?.time_zone ?? DEFAULT_TIME_ZONE)
  const pay = await readCrewRateCard(db, { jobs: fresh, marketId: scope.marketId, today })
  const payCents = addCents(...fresh.map((job) => pay.payOf(job, plan.weekday) ?? ZERO_CENTS))
  const { weekday, drivingFeet, drivingSeconds } = plan
  return insertRoute(db, scope, { weekday, drivingFeet, drivingSeconds, payCents, jobs: fresh }, now)
}

/** The coming visits of the new jobs on this weekday that nobody has; those of a week already confirmed count as confirmed. */
async function assignVisits(
  db: Db,
  { app, scope, now, plan, fresh }: Work,
): Promise<readonly AppliedTransition[]> {
  const open = await findOpenVisits(
    db,
    fresh.map((job) => job.id),
    plan.weekday,
    now,
  )
  const { applied } = await applyTransition(db, {
    app,
    // A day off leaves that week's visit open; the standing assignment is the crew's all the same.
    visitIds: await withoutDaysOff(db, scope.userId, open),
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
