/** Pausing a weekly job for a range of days, and resuming it. Its crews keep their assignments. */
import type { WeeklyJobId } from '#domain/ids.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { badField } from '../prices/check-booking.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type LockedJob, lockJob, setJobState } from './job-queries.ts'
import { notifyCrews, type NotifyCrews } from './notify-crews.ts'
import { endCustomerPauses, hasOpenPause, insertPause } from './pause-queries.ts'
import { type RewriteResult, rewriteVisits } from './rewrite-visits.ts'

type Range = { readonly from: LocalDate; readonly to: LocalDate | null }

/** `to` null: until it is resumed. */
export async function pauseWeeklyJob(
  app: App,
  scope: CustomerScope,
  { weeklyJobId, from, to }: Range & { weeklyJobId: WeeklyJobId },
  toCrews: NotifyCrews = notifyCrews,
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockJob(trx, scope, weeklyJobId)
    checkPause(scope, job, from, now)
    await insertPause(trx, job.id, { from, to }, now)
    // Stopped without an end in sight; a pause with an end leaves the job active.
    if (to === null) await setJobState(trx, [job.id], 'paused', now)
    const input = { app, jobs: [job], from, actor: actorOf(scope, now), reason: 'paused', now } as const
    const result = await rewriteVisits(trx, input)
    await notify(trx, { job, result, what: 'paused', now }, toCrews)
    return { ok: true as const, skippedVisitCount: result.droppedCount }
  })
}

/** Throws where the job has ended, or the day is behind us. */
export function checkPause(scope: CustomerScope, job: LockedJob, from: LocalDate, now: Instant): void {
  if (job.state === 'cancelled') throw new Refused('job_ended')
  if (from < dateAt(now, job.time_zone)) throw badField(scope, 'from', 'in_the_past')
}

/** Ends every pause of the customer's own from a day on, today unless the call names another day. */
export async function resumeWeeklyJob(
  app: App,
  scope: CustomerScope,
  { weeklyJobId, from }: { weeklyJobId: WeeklyJobId; from?: LocalDate | undefined },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockLiveJob(trx, scope, weeklyJobId)
    const day = from ?? dateAt(now, job.time_zone)
    if (day < dateAt(now, job.time_zone)) throw badField(scope, 'from', 'in_the_past')
    if (await hasOpenPause(trx, job, 'dunning')) throw new Refused('payment_overdue')
    await endCustomerPauses(trx, job, day)
    if (!(await hasOpenPause(trx, job, 'customer'))) await setJobState(trx, [job.id], 'active', now)
    const input = { app, jobs: [job], from: day, actor: actorOf(scope, now), reason: 'resumed', now } as const
    const result = await rewriteVisits(trx, input)
    await notify(trx, { job, result, what: 'resumed', now }, notifyCrews)
    return { ok: true as const, plannedVisitCount: result.createdCount + result.revivedCount }
  })
}

async function lockLiveJob(db: Db, scope: CustomerScope, weeklyJobId: WeeklyJobId): Promise<LockedJob> {
  const job = await lockJob(db, scope, weeklyJobId)
  if (job.state === 'cancelled') throw new Refused('job_ended')
  return job
}

async function notify(
  db: Db,
  {
    job,
    result,
    what,
    now,
  }: { job: LockedJob; result: RewriteResult; what: 'paused' | 'resumed'; now: Instant },
  toCrews: NotifyCrews,
): Promise<void> {
  const crewIds = [...result.visitsByCrew.keys()]
  const key = `job-${what}:${job.id}:${now}`
  await toCrews(db, { key, what, place: job.property_name, crewIds, now })
}
