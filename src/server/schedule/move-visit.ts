/** One visit of a series on another day, in other hours or for another quantity: it stays so whatever changes later. */
import type { VisitId } from '#domain/ids.ts'
import { MOVE_REACH_DAYS, occurrenceOf } from '#domain/schedule/moves.ts'
import { seriesVisits } from '#domain/schedule/series.ts'
import { dateAt, daysBetween, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { LockedJob } from '../jobs/job-queries.ts'
import { notifyCrews } from '../jobs/notify-crews.ts'
import { rewriteVisits } from '../jobs/rewrite-visits.ts'
import { loadSeries } from '../jobs/series-queries.ts'
import { lockVisitOfJob } from '../jobs/visit-queries.ts'
import { badField } from '../prices/check-booking.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/apply-transition.ts'
import {
  deleteMove,
  findMovedVisit,
  findStateAndEnd,
  isDayTaken,
  saveMove,
  type VisitMove,
} from './move-queries.ts'
import { releaseConflictingVisits } from './release-conflicting-visits.ts'

export async function moveVisit(app: App, scope: CustomerScope, move: VisitMove) {
  return changeOne(app, scope, move.visitId, async (trx, job, visit, now) => {
    const to = move.to ?? visit.date
    if (to < dateAt(now, job.time_zone)) throw badField(scope, 'to', 'in_the_past')
    if (Math.abs(daysBetween(occurrenceOf(visit), to)) > MOVE_REACH_DAYS)
      throw badField(scope, 'to', 'too_far_from_its_day')
    await saveMove(trx, scope, { job, from: occurrenceOf(visit), to, move, now })
    if (to !== visit.date && (await isDayTaken(trx, job, to, move.visitId)))
      throw badField(scope, 'to', 'day_taken')
  })
}

/** Back to the date of its rule. */
export async function unmoveVisit(app: App, scope: CustomerScope, visitId: VisitId) {
  return changeOne(app, scope, visitId, (trx, job, visit) => deleteMove(trx, job.id, occurrenceOf(visit)))
}

type OneVisit = { readonly date: LocalDate; readonly movedFrom: LocalDate | null }

async function changeOne(
  app: App,
  scope: CustomerScope,
  visitId: VisitId,
  change: (trx: Db, job: LockedJob, visit: OneVisit, now: Instant) => Promise<void>,
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { visit, job } = await lockVisitOfJob(trx, scope, visitId)
    if (job.state === 'cancelled') throw new Refused('job_ended')
    await refuseStarted(trx, visitId, now)
    await change(trx, job, visit, now)
    await refuseConflict(trx, scope, job, occurrenceOf(visit), now)
    const actor = actorOf(scope, now)
    const rewrite = { app, jobs: [job], from: occurrenceOf(visit), actor, reason: 'moved', now } as const
    const { visitsByCrew } = await rewriteVisits(trx, rewrite)
    const released = await releaseConflictingVisits(app, trx, [visitId], now)
    await notifyCrews(trx, {
      key: `visit-moved:${visitId}:${now}`,
      what: 'moved',
      place: job.property_name,
      date: visit.date,
      crewIds: [...visitsByCrew.keys()],
      now,
    })
    const after = await findMovedVisit(trx, visitId)
    return { ok: true as const, ...after, keepsCrew: released.length === 0 }
  })
}

async function refuseStarted(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  const { state, ends_at } = await findStateAndEnd(db, visitId)
  if (state !== 'scheduled' && state !== 'confirmed') throw new Refused('wrong_state')
  if (ends_at <= now) throw new Refused('too_late')
}

/** The visit must be the one that takes place on its day, at a time that is still to come. */
async function refuseConflict(
  db: Db,
  scope: CustomerScope,
  job: LockedJob,
  occurrence: LocalDate,
  now: Instant,
): Promise<void> {
  const { series } = (await loadSeries(db, [job], occurrence)).get(job.id)!
  const visit = seriesVisits(series, occurrence, occurrence)[0]
  if (visit === undefined) throw badField(scope, 'to', 'day_taken')
  if (visit.endsAt <= now) throw badField(scope, 'to', 'in_the_past')
}
