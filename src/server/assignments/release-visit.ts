/** Releasing one single visit; the assignment goes on with the next week (product §3). */
import type { VisitId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { findCrewVisit } from '../work/queries.ts'
import { notifyOfUnassignedLater } from './notify-of-unassigned.ts'
import { costOfRelease } from './preview-release.ts'
import { findRelease } from './visit-queries.ts'

export type ReleasedVisit = {
  readonly visitId: VisitId
  readonly date: LocalDate
  /** Inside the notice: it counts against the crew's reliability. */
  readonly isLate: boolean
}

/** Released again it answers the same. */
export function releaseVisit(
  app: App,
  scope: CrewScope,
  { visitId }: { visitId: VisitId },
): Promise<ReleasedVisit> {
  const work = async (db: Db): Promise<ReleasedVisit> => {
    const now = app.ports.clock.now()
    const { applied, refused } = await applyTransition(db, {
      app,
      visitIds: [visitId],
      transition: 'release',
      actor: actorOf(scope, now),
      now,
      detail: { single: true },
    })
    const step = applied[0]
    if (step === undefined) return releasedBefore(db, scope, visitId, refused[0]?.reason)
    await notifyOfUnassignedLater(db, [step.customerId], now)
    return { visitId, date: step.date, isLate: step.countsAs === 'late_release' }
  }
  return inTransaction(app.db, work, { isolation: 'read committed' })
}

export async function previewReleaseVisit(app: App, scope: CrewScope, { visitId }: { visitId: VisitId }) {
  const now: Instant = app.ports.clock.now()
  const row = await findCrewVisit(app.db, scope, visitId)
  if (row === undefined) throw new Refused('not_found')
  return costOfRelease(app.db, scope, [visitId], now)
}

async function releasedBefore(
  db: Db,
  scope: CrewScope,
  visitId: VisitId,
  reason: ConstructorParameters<typeof Refused>[0] | undefined,
): Promise<ReleasedVisit> {
  const row = await findRelease(db, scope, visitId)
  if (row === undefined) {
    // Nobody learns that there is a visit which is not the crew's.
    const isOwn = (await findCrewVisit(db, scope, visitId)) !== undefined
    throw new Refused(isOwn ? (reason ?? 'not_found') : 'not_found')
  }
  if (reason !== 'not_yours') throw new Refused(reason ?? 'not_found')
  return { visitId, date: row.date, isLate: row.counts_as === 'late_release' }
}
