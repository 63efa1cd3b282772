/** One date out of a series, and back. The date stays out whatever is changed later (field 8). */
import type { VisitId } from '#domain/ids.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { isExcepted } from '#domain/schedule/recurrence.ts'
import { weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { withoutDaysOff } from '../crews/days-off-queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { notifyCrews, type NotifyCrews } from './notify-crews.ts'
import { deleteSkip, insertSkip } from './pause-queries.ts'
import { type Assignee, assigneeOn, loadSeries } from './series-queries.ts'
import { hasOtherVisitOn, lockVisitOfJob, saveAssignees } from './visit-queries.ts'

export async function skipVisit(
  app: App,
  scope: CustomerScope,
  visitId: VisitId,
  toCrews: NotifyCrews = notifyCrews,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { visit, job } = await lockVisitOfJob(trx, scope, visitId)
    const step = {
      app,
      transition: 'skip',
      actor: actorOf(scope, now),
      now,
      detail: { reason: 'customer' },
    } as const
    const applied = await applyOneTransition(trx, { ...step, visitId })
    await insertSkip(trx, job.id, occurrenceOf(visit), now)
    if ('alreadyDone' in applied || applied.crewIdBefore === null) return
    await toCrews(trx, {
      key: `visit-skipped:${visitId}:${now}`,
      what: 'skipped',
      place: job.property_name,
      date: visit.date,
      crewIds: [applied.crewIdBefore],
      now,
    })
  })
}

/** Refused while the date lies in a pause: it would not happen all the same. */
export async function unskipVisit(
  app: App,
  scope: CustomerScope,
  visitId: VisitId,
  toCrews: NotifyCrews = notifyCrews,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { visit, job } = await lockVisitOfJob(trx, scope, visitId)
    if (job.state === 'cancelled') throw new Refused('job_ended')
    await deleteSkip(trx, job.id, occurrenceOf(visit), now)
    const loaded = (await loadSeries(trx, [job], occurrenceOf(visit))).get(job.id)!
    if (isExcepted(loaded.series.exceptions, occurrenceOf(visit))) throw new Refused('wrong_state')
    if (await hasOtherVisitOn(trx, job.id, visit.date, visitId)) throw new Refused('already_booked')
    const step = { app, transition: 'unskip', actor: actorOf(scope, now), now } as const
    const applied = await applyOneTransition(trx, { ...step, visitId })
    if ('alreadyDone' in applied) return
    const standing = assigneeOn(loaded.assignees, occurrenceOf(visit), weekdayOf(occurrenceOf(visit)))
    const assignee = standing && (await isAtWork(trx, standing, visitId)) ? standing : undefined
    await saveAssignees(trx, [visitId], [assignee])
    await toCrews(trx, {
      key: `visit-unskipped:${visitId}:${now}`,
      what: 'unskipped',
      place: job.property_name,
      date: visit.date,
      crewIds: assignee === undefined ? [] : [assignee.crewId],
      now,
    })
  })
}

/** Whether the crew of the weekday has not taken this very day off. */
async function isAtWork(db: Db, assignee: Assignee, visitId: VisitId): Promise<boolean> {
  return (await withoutDaysOff(db, assignee.crewId, [visitId])).length > 0
}
