/** Changes a weekly job from a day on: earlier dates keep what they had, past visits never change (product §3). */
import { sql } from 'kysely'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import { addDays, type Instant, type LocalDate, type LocalTime, type Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { BOOKING_AHEAD_DAYS, badField, hasOtherJob } from '../prices/order.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/transition.ts'
import { type LockedJob, lockJob } from './locks.ts'
import { rewriteVisits } from './rewrite.ts'
import { tellCrews } from './tell-crews.ts'
import { todayAt } from './today.ts'

export type JobChange = {
  readonly weeklyJobId: WeeklyJobId
  readonly from: LocalDate
  readonly weekdays?: readonly Weekday[] | undefined
  /** Null: any time that day. */
  readonly window?: { readonly start: LocalTime; readonly end: LocalTime } | null | undefined
  readonly quantity?: number | undefined
  readonly notes?: string | undefined
}

export async function changeWeeklyJob(app: App, scope: CustomerScope, change: JobChange) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockJob(trx, scope, change.weeklyJobId)
    if (job.state === 'cancelled') throw new Refused('job_ended')
    if (change.from < todayAt(job, now)) throw badField(scope, 'from', 'in_the_past')
    if (change.from > addDays(todayAt(job, now), BOOKING_AHEAD_DAYS))
      throw badField(scope, 'from', 'too_far_ahead')
    if (job.ends_on !== null && change.from > job.ends_on) throw badField(scope, 'from', 'after_the_end')
    const changed = changedJob(job, change)
    const other = await hasOtherJob(trx, scope, changed, change.from)
    if (other) throw new Refused('already_booked', { at: 'weekdays' })
    await saveTerms(trx, job, changed, change, now)
    const released = await releaseWeekdays(trx, changed, change.from, now)
    const result = await rewriteVisits(trx, {
      app,
      jobs: [changed],
      from: change.from,
      actor: actorOf(scope, now),
      reason: 'changed',
      now,
    })
    await tellCrews(trx, {
      key: `job-changed:${job.id}:${now}`,
      what: 'changed',
      place: job.property_name,
      crewIds: [...new Set([...result.visitsByCrew.keys(), ...released])],
      now,
    })
    return {
      ok: true as const,
      createdVisitCount: result.createdCount + result.revivedCount,
      changedVisitCount: result.alteredCount,
      removedVisitCount: result.droppedCount,
    }
  })
}

function changedJob(job: LockedJob, { weekdays, window, quantity }: JobChange): LockedJob {
  return {
    ...job,
    weekdays: weekdays === undefined ? job.weekdays : [...weekdays].sort((a, b) => a - b),
    window_start: window === undefined ? job.window_start : (window?.start ?? null),
    window_end: window === undefined ? job.window_end : (window?.end ?? null),
    quantity: quantity ?? job.quantity,
  }
}

/** Earlier terms end the day before; a change that begins before an earlier change replaces it from there on. */
async function saveTerms(
  db: Db,
  job: LockedJob,
  changed: LockedJob,
  { from, notes }: JobChange,
  now: Instant,
): Promise<void> {
  const lastDay = addDays(from, -1)
  const later = await db
    .deleteFrom('weekly_job_earlier_terms')
    .where('weekly_job_id', '=', job.id)
    .where('until_date', '>=', lastDay)
    .returningAll()
    .execute()
  const before = later.sort((a, b) => (a.until_date < b.until_date ? -1 : 1))[0] ?? job
  if (lastDay >= todayAt(job, now) && lastDay >= job.starts_on)
    await db
      .insertInto('weekly_job_earlier_terms')
      .values({
        weekly_job_id: job.id,
        until_date: lastDay,
        weekdays: before.weekdays,
        window_start: before.window_start,
        window_end: before.window_end,
        quantity: before.quantity,
      })
      .execute()
  await db
    .updateTable('weekly_job')
    .set({
      weekdays: changed.weekdays,
      window_start: changed.window_start,
      window_end: changed.window_end,
      quantity: changed.quantity,
      updated_at: toTimestamp(now),
      ...(notes === undefined ? {} : { notes }),
    })
    .where('id', '=', job.id)
    .execute()
}

/** Nobody holds a weekday that is no longer served; answers who did. */
async function releaseWeekdays(db: Db, job: LockedJob, from: LocalDate, now: Instant): Promise<UserId[]> {
  const released = await db
    .updateTable('assignment')
    .set({ released_at: toTimestamp(now), released_from: from, release_reason: 'job_changed' })
    .where('weekly_job_id', '=', job.id)
    .where('released_at', 'is', null)
    .where(sql<boolean>`weekday <> all(${job.weekdays}::smallint[])`)
    .returning('crew_id')
    .execute()
  return released.map((row) => row.crew_id)
}
