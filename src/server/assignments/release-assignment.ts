import { assignmentState, decideAssignmentStep } from '#domain/assignments/graph.ts'
import type { AssignmentId } from '#domain/ids.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { countReleased, hasAssignment, lockAssignment, markLate, markReleased } from './assignment-queries.ts'
import { notifyOfUnassignedLater } from './notify-of-unassigned.ts'
import { costOfRelease } from './preview-release.ts'
import { findNextVisits } from './queries.ts'
import { findVisitsOfAssignment } from './visit-queries.ts'

export type ReleasedAssignment = {
  readonly assignmentId: AssignmentId
  readonly isLate: boolean
  readonly releasedVisitCount: number
  readonly releasedFrom: LocalDate
}

/**
 * Releases an assignment: its visits stay on the customer's calendar and are open for others. Where one of
 * them counts as late, so does it (product §3). Released again it answers the same.
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
  if (!(await hasAssignment(app.db, scope, assignmentId))) throw new Refused('not_found')
  return costOfRelease(app.db, scope, await findVisitsOfAssignment(app.db, scope, assignmentId, now), now)
}

type Releasing = {
  readonly app: App
  readonly scope: CrewScope
  readonly now: Instant
  readonly assignmentId: AssignmentId
}

async function release(db: Db, releasing: Releasing): Promise<ReleasedAssignment> {
  const { app, scope, now, assignmentId } = releasing
  const assignment = await lockAssignment(db, scope, assignmentId)
  if (assignment === undefined) throw new Refused('not_found')
  const state = assignmentState(assignment.release_reason, assignment.released_at !== null)
  if (isAlreadyDone(unlessRefused(decideAssignmentStep(state, 'release', 'crew')))) {
    const releasedVisitCount = await countReleased(db, assignmentId)
    return {
      assignmentId,
      isLate: assignment.is_late_release,
      releasedVisitCount,
      releasedFrom: assignment.released_from!,
    }
  }
  const next = (await findNextVisits(db, [assignmentId], now)).get(assignmentId)
  const releasedFrom = next?.date ?? dateAt(now, assignment.time_zone)
  await markReleased(db, assignmentId, { releasedFrom, now })
  const { applied } = await applyTransition(db, {
    app,
    visitIds: await findVisitsOfAssignment(db, scope, assignmentId, now),
    transition: 'release',
    actor: actorOf(scope, now),
    now,
    detail: { assignmentId },
  })
  const isLate = applied.some((visit) => visit.countsAs === 'late_release')
  if (isLate) await markLate(db, assignmentId)
  await notifyOfUnassignedLater(
    db,
    applied.map((visit) => visit.customerId),
    now,
  )
  return { assignmentId, isLate, releasedVisitCount: applied.length, releasedFrom }
}
