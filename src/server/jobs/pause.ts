/** Pausing a weekly job for a range of days, and going on. Its crews keep what they hold. */
import type { WeeklyJobId } from '#domain/ids.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { badField } from '../prices/order.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf } from '../visits/transition.ts'
import { type LockedJob, lockJob } from './locks.ts'
import { type RewriteResult, rewriteVisits } from './rewrite.ts'
import { tellCrews } from './tell-crews.ts'
import { todayAt } from './today.ts'

type Range = { readonly from: LocalDate; readonly to: LocalDate | null }

/** `to` null: until it is resumed. */
export async function pauseWeeklyJob(
  app: App,
  scope: CustomerScope,
  { weeklyJobId, from, to }: Range & { weeklyJobId: WeeklyJobId },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockLiveJob(trx, scope, weeklyJobId)
    if (from < todayAt(job, now)) throw badField(scope, 'from', 'in_the_past')
    await trx
      .insertInto('weekly_job_pause')
      .values({
        weekly_job_id: job.id,
        from_date: from,
        to_date: to,
        reason: 'customer',
        created_at: toTimestamp(now),
      })
      .execute()
    if (to === null) await setState(trx, job, 'paused', now)
    const input = { app, jobs: [job], from, actor: actorOf(scope, now), reason: 'paused', now } as const
    const result = await rewriteVisits(trx, input)
    await tell(trx, job, result, 'paused', now)
    return { ok: true as const, skippedVisitCount: result.droppedCount }
  })
}

/** Ends every pause of the customer's own from a day on, today unless told otherwise. */
export async function resumeWeeklyJob(
  app: App,
  scope: CustomerScope,
  { weeklyJobId, from }: { weeklyJobId: WeeklyJobId; from?: LocalDate | undefined },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const job = await lockLiveJob(trx, scope, weeklyJobId)
    const day = from ?? todayAt(job, now)
    if (day < todayAt(job, now)) throw badField(scope, 'from', 'in_the_past')
    if (await hasOpenPause(trx, job, 'dunning')) throw new Refused('payment_overdue')
    await endPauses(trx, job, day)
    if (!(await hasOpenPause(trx, job, 'customer'))) await setState(trx, job, 'active', now)
    const input = { app, jobs: [job], from: day, actor: actorOf(scope, now), reason: 'resumed', now } as const
    const result = await rewriteVisits(trx, input)
    await tell(trx, job, result, 'resumed', now)
    return { ok: true as const, plannedVisitCount: result.createdCount + result.revivedCount }
  })
}

async function lockLiveJob(db: Db, scope: CustomerScope, weeklyJobId: WeeklyJobId): Promise<LockedJob> {
  const job = await lockJob(db, scope, weeklyJobId)
  if (job.state === 'cancelled') throw new Refused('job_ended')
  return job
}

/** A pause that had not begun by then never was. */
async function endPauses(db: Db, job: LockedJob, from: LocalDate): Promise<void> {
  await db
    .deleteFrom('weekly_job_pause')
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', 'customer')
    .where('from_date', '>=', from)
    .execute()
  await db
    .updateTable('weekly_job_pause')
    .set({ to_date: addDays(from, -1) })
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', 'customer')
    .where((where) => where.or([where('to_date', 'is', null), where('to_date', '>=', from)]))
    .execute()
}

/** `paused` means stopped without an end in sight; a pause with an end leaves the job active. */
async function setState(db: Db, job: LockedJob, state: 'active' | 'paused', now: Instant): Promise<void> {
  await db
    .updateTable('weekly_job')
    .set({ state, updated_at: toTimestamp(now) })
    .where('id', '=', job.id)
    .execute()
}

async function hasOpenPause(db: Db, job: LockedJob, reason: 'customer' | 'dunning'): Promise<boolean> {
  const row = await db
    .selectFrom('weekly_job_pause')
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', reason)
    .where('to_date', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function tell(
  db: Db,
  job: LockedJob,
  { visitsByCrew }: RewriteResult,
  what: 'paused' | 'resumed',
  now: Instant,
): Promise<void> {
  const crewIds = [...visitsByCrew.keys()]
  const key = `job-${what}:${job.id}:${now}`
  await tellCrews(db, { key, what, place: job.property_name, crewIds, now })
}
