/** One date out of a series, and back. The date stays out whatever is changed later (field 8). */
import type { VisitId, WeeklyJobId } from '#domain/ids.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { isExcepted } from '#domain/schedule/recurrence.ts'
import { type LocalDate, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { withoutDaysOff } from '../crews/days-off-queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf, applyOneTransition } from '../visits/transition.ts'
import { lockJob } from './locks.ts'
import { type Holder, holderOn, loadSeries } from './series.ts'
import { tellCrews } from './tell-crews.ts'

export async function skipVisit(app: App, scope: CustomerScope, visitId: VisitId): Promise<void> {
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
    await trx
      .insertInto('weekly_job_skip')
      .values({
        weekly_job_id: job.id,
        date: occurrenceOf(visit),
        reason: 'customer',
        created_at: toTimestamp(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if ('alreadyDone' in applied || applied.crewIdBefore === null) return
    await tellCrews(trx, {
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
export async function unskipVisit(app: App, scope: CustomerScope, visitId: VisitId): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { visit, job } = await lockVisitOfJob(trx, scope, visitId)
    if (job.state === 'cancelled') throw new Refused('job_ended')
    await trx
      .deleteFrom('weekly_job_skip')
      .where('weekly_job_id', '=', job.id)
      .where('date', '=', occurrenceOf(visit))
      .where('reason', '=', 'customer')
      .execute()
    const loaded = (await loadSeries(trx, [job], occurrenceOf(visit))).get(job.id)!
    if (isExcepted(loaded.series.exceptions, occurrenceOf(visit))) throw new Refused('wrong_state')
    if (await hasOtherVisitOn(trx, job.id, visit.date, visitId)) throw new Refused('already_booked')
    const step = { app, transition: 'unskip', actor: actorOf(scope, now), now } as const
    const applied = await applyOneTransition(trx, { ...step, visitId })
    if ('alreadyDone' in applied) return
    const standing = holderOn(loaded.holders, occurrenceOf(visit), weekdayOf(occurrenceOf(visit)))
    const holder = standing && (await isAtWork(trx, standing, visitId)) ? standing : undefined
    await trx
      .updateTable('visit')
      .set({
        crew_id: holder?.crewId ?? null,
        assignment_id: holder?.assignmentId ?? null,
        position: holder?.position ?? 0,
      })
      .where('id', '=', visitId)
      .execute()
    await tellCrews(trx, {
      key: `visit-unskipped:${visitId}:${now}`,
      what: 'unskipped',
      place: job.property_name,
      date: visit.date,
      crewIds: holder === undefined ? [] : [holder.crewId],
      now,
    })
  })
}

/** Whether the crew that holds the weekday has not taken this very day off. */
async function isAtWork(db: Db, holder: Holder, visitId: VisitId): Promise<boolean> {
  return (await withoutDaysOff(db, holder.crewId, [visitId])).length > 0
}

/** The job first, then the visit: the order in which every change locks. */
export async function lockVisitOfJob(db: Db, scope: CustomerScope, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where('customer_id', '=', scope.userId)
    .select(['date', 'moved_from', 'weekly_job_id'])
    .executeTakeFirst()
  if (visit === undefined) throw new Refused('not_found')
  if (visit.weekly_job_id === null) throw new Refused('wrong_state')
  return {
    visit: { date: visit.date, movedFrom: visit.moved_from },
    job: await lockJob(db, scope, visit.weekly_job_id),
  }
}

/** Another date of the job can have been moved onto it meanwhile. */
async function hasOtherVisitOn(
  db: Db,
  weeklyJobId: WeeklyJobId,
  date: LocalDate,
  visitId: VisitId,
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '=', date)
    .where('id', '<>', visitId)
    .where('state', 'not in', ['skipped', 'cancelled'])
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
