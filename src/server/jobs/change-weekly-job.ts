/** Changes a weekly job from a day on: earlier dates keep what they had, past visits never change (product §3). */
import type { WeeklyJobId } from '#domain/ids.ts'
import { changeTerms, type TermsChange } from '#domain/schedule/change-terms.ts'
import { everComes } from '#domain/schedule/rhythm-dates.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { findOtherJobs, meetsOne, type OtherJob } from '../prices/booking-queries.ts'
import { BOOKING_AHEAD_DAYS, badField } from '../prices/check-booking.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/apply-transition.ts'
import {
  insertEarlierTerms,
  type LockedJob,
  lockJob,
  releaseWeekdays,
  removeEarlierTerms,
  saveTerms,
} from './job-queries.ts'
import { notifyCrews, type NotifyCrews } from './notify-crews.ts'
import { rewriteVisits } from './rewrite-visits.ts'
import { termsOf } from './series-queries.ts'

export type JobChange = TermsChange & {
  readonly weeklyJobId: WeeklyJobId
  readonly notes?: string | undefined
}

export async function changeWeeklyJob(
  app: App,
  scope: CustomerScope,
  change: JobChange,
  toCrews: NotifyCrews = notifyCrews,
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockJob(trx, scope, change.weeklyJobId)
    const changed = checkChange(scope, job, change, now)
    refuseOthers(changed, await findOtherJobs(trx, scope, [changed]), change.from)
    await replaceTerms(trx, job, changed, change, now)
    const released = await releaseWeekdays(trx, changed, change.from, now)
    const result = await rewriteVisits(trx, {
      app,
      jobs: [changed],
      from: change.from,
      actor: actorOf(scope, now),
      reason: 'changed',
      now,
    })
    await toCrews(trx, {
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

/** The job as it would be; throws where it cannot be so. What else is booked there is for `refuseOthers`. */
export function checkChange(
  scope: CustomerScope,
  job: LockedJob,
  change: TermsChange,
  now: Instant,
): LockedJob {
  if (job.state === 'cancelled') throw new Refused('job_ended')
  if (change.from < dateAt(now, job.time_zone)) throw badField(scope, 'from', 'in_the_past')
  if (change.from > addDays(dateAt(now, job.time_zone), BOOKING_AHEAD_DAYS))
    throw badField(scope, 'from', 'too_far_ahead')
  if (job.ends_on !== null && change.from > job.ends_on) throw badField(scope, 'from', 'after_the_end')
  return changedJob(scope, job, change)
}

/** Two jobs do not do the same service at one place on one day. */
export function refuseOthers(job: LockedJob, others: readonly OtherJob[], from: LocalDate): void {
  if (meetsOne(job, others, from)) throw new Refused('already_booked', { at: 'weekdays' })
}

function changedJob(scope: CustomerScope, job: LockedJob, change: TermsChange): LockedJob {
  // Before its first day nothing comes: the weeks are counted from then on.
  const from = change.from > job.starts_on ? change.from : job.starts_on
  const terms = changeTerms(termsOf(job), { ...change, from })
  if ('fault' in terms) throw badField(scope, terms.field, terms.fault)
  const { weekdays, rhythm, windowStart, windowEnd, quantity } = terms
  if (!everComes({ weekdays, rhythm, startDate: from, endDate: job.ends_on }))
    throw badField(scope, 'rhythm', 'never_comes')
  return {
    ...job,
    weekdays: [...weekdays],
    rhythm,
    window_start: windowStart,
    window_end: windowEnd,
    quantity,
  }
}

/** Earlier terms end the day before; a change that begins before an earlier change replaces it from there on. */
async function replaceTerms(
  db: Db,
  job: LockedJob,
  changed: LockedJob,
  { from, notes }: JobChange,
  now: Instant,
): Promise<void> {
  const lastDay = addDays(from, -1)
  const replaced = await removeEarlierTerms(db, job.id, lastDay)
  if (lastDay >= dateAt(now, job.time_zone) && lastDay >= job.starts_on)
    await insertEarlierTerms(db, job.id, replaced ?? job, lastDay)
  await saveTerms(db, job.id, { ...changed, notes }, now)
}
