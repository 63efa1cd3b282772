/** Ends weekly jobs: coming visits are cancelled, holds released, crews told. What is under way is finished and paid. */
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/transition.ts'
import { type LockedJob, lockJob } from './locks.ts'
import { tellCrews } from './tell-crews.ts'
import { todayAt } from './today.ts'

/** Ending a job that has ended changes nothing. */
export async function cancelWeeklyJob(app: App, scope: CustomerScope, weeklyJobId: WeeklyJobId) {
  return inTransaction(app.db, async (trx) => {
    const job = await lockJob(trx, scope, weeklyJobId)
    if (job.state === 'cancelled') return { ok: true as const, cancelledVisitCount: 0 }
    return { ok: true as const, cancelledVisitCount: await endJobs(app, trx, scope, [job]) }
  })
}

/** For all jobs of places that go away; the jobs must be locked. Answers how many visits were cancelled. */
export async function endJobs(
  app: App,
  db: Db,
  scope: CustomerScope,
  jobs: readonly LockedJob[],
): Promise<number> {
  if (jobs.length === 0) return 0
  const now = app.ports.clock.now()
  const ids = jobs.map((job) => job.id)
  await db
    .updateTable('weekly_job')
    .set({ state: 'cancelled', updated_at: toTimestamp(now) })
    .where('id', 'in', ids)
    .execute()
  const { applied } = await applyTransition(db, {
    app,
    transition: 'cancel',
    actor: actorOf(scope, now),
    now,
    detail: { reason: 'job_ended' },
    visitIds: await comingVisits(db, ids, now),
  })
  const holders = await releaseHolders(db, ids, todayAt(jobs[0]!, now), now)
  const crewIds = applied.map((step) => step.crewIdBefore).filter((crewId) => crewId !== null)
  const others = jobs.length === 1 ? '' : ` +${jobs.length - 1}`
  await tellCrews(db, {
    key: `job-cancelled:${ids[0]}`,
    what: 'cancelled',
    place: `${jobs[0]!.property_name}${others}`,
    crewIds: [...new Set([...crewIds, ...holders])],
    now,
  })
  return applied.length
}

async function comingVisits(db: Db, jobIds: readonly WeeklyJobId[], now: Instant): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('weekly_job_id', 'in', jobIds)
    .where('state', 'in', ['scheduled', 'confirmed'])
    .where('ends_at', '>', toTimestamp(now))
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

async function releaseHolders(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  today: LocalDate,
  now: Instant,
): Promise<UserId[]> {
  const rows = await db
    .updateTable('assignment')
    .set({
      released_at: toTimestamp(now),
      released_from: today,
      release_reason: 'job_ended',
    })
    .where('weekly_job_id', 'in', jobIds)
    .where('released_at', 'is', null)
    .returning('crew_id')
    .execute()
  return rows.map((row) => row.crew_id)
}
