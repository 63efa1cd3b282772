import { customerTotalOf } from '#domain/pricing/lines.ts'
import type { PropertyId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findJobsOf } from '../jobs/job-queries.ts'
import { linesOfVisits } from '../prices/price-visits.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findPickupJobs } from './queries.ts'

/** Of each service once, for two jobs of one service get one extra pickup between them. */
export async function priceExtras({ db, ports }: App, scope: CustomerScope, propertyId: PropertyId) {
  const found = await findJobsOf(db, scope, await findPickupJobs(db, propertyId))
  const jobs = [...new Map(found.toReversed().map((job) => [job.service_key, job])).values()]
  const lines = await linesOfVisits(
    db,
    jobs.map((job) => ({
      propertyId,
      groupId: job.group_id,
      zone: job.time_zone,
      serviceKey: job.service_key,
      quantity: job.quantity,
      date: dateAt(ports.clock.now(), job.time_zone),
    })),
    { settings: await settingsTimeline(db, scope.marketId) },
  )
  return jobs
    .map(({ service_key: serviceKey }, index) => {
      const of = lines[index]
      return { serviceKey, cents: of ? customerTotalOf(of) : null }
    })
    .toSorted((a, b) => (a.serviceKey < b.serviceKey ? -1 : 1))
}
