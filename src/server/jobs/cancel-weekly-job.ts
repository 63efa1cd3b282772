/** Ends weekly jobs: coming visits are cancelled, assignments released, crews notified. What is under way is finished and paid. */

import type { WeeklyJobId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { type LockedJob, lockJob, releaseAssignments, setJobState } from './job-queries.ts'
import { notifyCrews, type NotifyCrews } from './notify-crews.ts'
import { findComingVisits } from './visit-queries.ts'

/** Ending a job that has ended changes nothing. */
export async function cancelWeeklyJob(
  app: App,
  scope: CustomerScope,
  weeklyJobId: WeeklyJobId,
  toCrews: NotifyCrews = notifyCrews,
) {
  return inTransaction(app.db, async (trx) => {
    const job = await lockJob(trx, scope, weeklyJobId)
    if (job.state === 'cancelled') return { ok: true as const, cancelledVisitCount: 0 }
    return { ok: true as const, cancelledVisitCount: await endJobs(app, trx, scope, [job], toCrews) }
  })
}

/** For all jobs of places that go away; the jobs must be locked. Answers how many visits were cancelled. */
export async function endJobs(
  app: App,
  db: Db,
  scope: CustomerScope,
  jobs: readonly LockedJob[],
  toCrews: NotifyCrews = notifyCrews,
): Promise<number> {
  if (jobs.length === 0) return 0
  const now = app.ports.clock.now()
  const ids = jobs.map((job) => job.id)
  await setJobState(db, ids, 'cancelled', now)
  const { applied } = await applyTransition(db, {
    app,
    transition: 'cancel',
    actor: actorOf(scope, now),
    now,
    detail: { reason: 'job_ended' },
    visitIds: await findComingVisits(db, ids, now),
  })
  const released = await releaseAssignments(db, ids, dateAt(now, jobs[0]!.time_zone), now)
  const crewIds = applied.map((step) => step.crewIdBefore).filter((crewId) => crewId !== null)
  const others = jobs.length === 1 ? '' : ` +${jobs.length - 1}`
  await toCrews(db, {
    key: `job-cancelled:${ids[0]}`,
    what: 'cancelled',
    place: `${jobs[0]!.property_name}${others}`,
    crewIds: [...new Set([...crewIds, ...released])],
    now,
  })
  return applied.length
}
