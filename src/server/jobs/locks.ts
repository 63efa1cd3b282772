/** Weekly jobs locked for a change, so that the planner and other changes wait. */
import { sql } from 'kysely'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'

export type LockedJob = Awaited<ReturnType<typeof lockJob>>

/** Throws `not_found` where it is not the customer's. */
export async function lockJob(db: Db, scope: CustomerScope, weeklyJobId: WeeklyJobId) {
  const job = await lockableJobs(db, scope.userId).where('job.id', '=', weeklyJobId).executeTakeFirst()
  if (job === undefined) throw new Refused('not_found')
  return job
}

/** Some of a customer's, for the system: the ids come from this very customer's rows. */
export function lockJobsOf(db: Db, customerId: UserId, ids: readonly WeeklyJobId[]): Promise<LockedJob[]> {
  return lockableJobs(db, customerId)
    .where('job.id', 'in', [...ids])
    .orderBy('job.id')
    .execute()
}

/** For what the operator or a calendar does to many customers at once. */
export function lockJobsById(db: Db, ids: readonly WeeklyJobId[]): Promise<LockedJob[]> {
  return lockable(db)
    .where(sql<boolean>`job.id = any(${[...ids]}::uuid[])`)
    .orderBy('job.id')
    .execute()
}

function lockableJobs(db: Db, customerId: UserId) {
  return lockable(db).where('job.customer_id', '=', customerId)
}

function lockable(db: Db) {
  return db
    .selectFrom('weekly_job as job')
    .innerJoin('property', 'property.id', 'job.property_id')
    .forUpdate('job')
    .select([
      'job.id',
      'job.customer_id',
      'job.property_id',
      'job.service_key',
      'job.weekdays',
      'job.window_start',
      'job.window_end',
      'job.quantity',
      'job.starts_on',
      'job.ends_on',
      'job.state',
      'job.planned_until',
      'property.name as property_name',
      'property.time_zone',
      'property.group_id',
    ])
}
