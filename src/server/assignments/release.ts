import { assignmentState, decideAssignmentStep } from '#domain/assignments/graph.ts'
import type { AssignmentId } from '#domain/ids.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { isLateRelease } from '#domain/visits/late-release.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { costOfRelease, visitsOfAssignment } from './coming-visits.ts'
import { nextVisits } from './queries.ts'
import { tellUnassignedLater } from './tell-unassigned.ts'

export type ReleasedAssignment = {
  readonly assignmentId: AssignmentId
  readonly isLate: boolean
  readonly releasedVisitCount: number
  readonly releasedFrom: LocalDate
}

/**
 * Gives an assignment back: its visits stay on the customer's calendar and are open for others. Inside the notice
 * before the next visit it counts as late (product §3). Released again it answers the same.
 */
export async function releaseAssignment(
  app: App,
  scope: CrewScope,
  input: { assignmentId: AssignmentId },
): Promise<ReleasedAssignment> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, (db) => release(db, { app, scope, now, ...input }), {
    isolation: 'read committed',
  })
}

/** Which visits go, what pay is lost, whether it counts as late, and what becomes of the crew's reliability. */
export async function previewReleaseAssignment(
  app: App,
  scope: CrewScope,
  { assignmentId }: { assignmentId: AssignmentId },
) {
  const now = app.ports.clock.now()
  const held = await app.db
    .selectFrom('assignment')
    .where('id', '=', assignmentId)
    .where('crew_id', '=', scope.userId)
    .where('released_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (held === undefined) throw new Refused('not_found')
  return costOfRelease(app.db, scope, await visitsOfAssignment(app.db, scope, assignmentId, now), now)
}

type Releasing = {
  readonly app: App
  readonly scope: CrewScope
  readonly now: Instant
  readonly assignmentId: AssignmentId
}

async function release(db: Db, releasing: Releasing): Promise<ReleasedAssignment> {
  const { app, scope, now, assignmentId } = releasing
  const held = await lockAssignment(db, scope, assignmentId)
  if (held === undefined) throw new Refused('not_found')
  const state = assignmentState(held.release_reason, held.released_at !== null)
  if (isAlreadyDone(unlessRefused(decideAssignmentStep(state, 'release', 'crew')))) {
    const releasedVisitCount = await countReleased(db, assignmentId)
    return {
      assignmentId,
      isLate: held.is_late_release,
      releasedVisitCount,
      releasedFrom: held.released_from!,
    }
  }
  const next = (await nextVisits(db, [assignmentId], now)).get(assignmentId)
  const settings = await settingsAt(db, scope.marketId, now)
  const isLate = isLateRelease(next?.startsAt ?? null, now, settings)
  const releasedFrom = next?.date ?? dateAt(now, held.time_zone)
  await db
    .updateTable('assignment')
    .set({
      released_at: toTimestamp(now),
      released_from: releasedFrom,
      release_reason: 'crew',
      is_late_release: isLate,
    })
    .where('id', '=', assignmentId)
    .execute()
  const { applied } = await applyTransition(db, {
    app,
    visitIds: await visitsOfAssignment(db, scope, assignmentId, now),
    transition: 'release',
    actor: actorOf(scope, now),
    now,
    detail: { assignmentId },
  })
  await tellUnassignedLater(
    db,
    applied.map((visit) => visit.customerId),
    now,
  )
  return { assignmentId, isLate, releasedVisitCount: applied.length, releasedFrom }
}

function lockAssignment(db: Db, scope: CrewScope, assignmentId: AssignmentId) {
  return db
    .selectFrom('assignment')
    .innerJoin('weekly_job', 'weekly_job.id', 'assignment.weekly_job_id')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('assignment.id', '=', assignmentId)
    .where('assignment.crew_id', '=', scope.userId)
    .select([
      'assignment.released_at',
      'assignment.released_from',
      'assignment.is_late_release',
      'assignment.release_reason',
      'property.time_zone',
    ])
    .forUpdate(['weekly_job', 'assignment'])
    .executeTakeFirst()
}

async function countReleased(db: Db, assignmentId: AssignmentId): Promise<number> {
  const { count } = await db
    .selectFrom('visit_event')
    .innerJoin('assignment', (join) => join.on('assignment.id', '=', assignmentId))
    .innerJoin('visit', (join) =>
      join
        .onRef('visit.id', '=', 'visit_event.visit_id')
        .onRef('visit.weekly_job_id', '=', 'assignment.weekly_job_id'),
    )
    .where('visit_event.transition', '=', 'release')
    .whereRef('visit_event.at', '=', 'assignment.released_at')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
