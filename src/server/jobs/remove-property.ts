import type { PropertyId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockProperty } from '../places/lock-property.ts'
import { liveJobsAt } from '../places/work-queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { endJobs } from './cancel-weekly-job.ts'
import { lockJob } from './job-queries.ts'
import { markPropertyRemoved } from './queries.ts'
import { hasOpenVisit } from './visit-queries.ts'

type JobsHere = Awaited<ReturnType<typeof liveJobsAt>>

/**
 * Takes the property away unless weekly jobs are live there: those are listed, and ended only when asked for. A
 * visit that was booked by itself and is still to come always has to be cancelled first.
 */
export async function removeProperty(
  app: App,
  scope: CustomerScope,
  { propertyId, endsWeeklyJobs }: { propertyId: PropertyId; endsWeeklyJobs: boolean },
): Promise<{ isRemoved: boolean; weeklyJobs: JobsHere }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const property = await lockProperty(trx, scope, propertyId)
    const weeklyJobs = await liveJobsAt(trx, propertyId, dateAt(now, property.time_zone))
    if (weeklyJobs.length > 0 && !endsWeeklyJobs) return { isRemoved: false, weeklyJobs }
    for (const { id } of weeklyJobs) await endJobs(app, trx, scope, [await lockJob(trx, scope, id)])
    if (await hasOpenVisit(trx, propertyId)) throw new Refused('has_live_work')
    await markPropertyRemoved(trx, propertyId, now)
    return { isRemoved: true, weeklyJobs }
  })
}
