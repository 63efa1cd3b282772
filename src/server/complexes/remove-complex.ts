import type { App } from '../app.ts'
import { removeProperty } from '../jobs/remove-property.ts'
import type { CustomerScope } from '../scope.ts'
import { deleteReportAddresses, findComplex } from './queries.ts'
import type { BodyOf } from './update-complex.ts'

/** Live service nights are listed, and ended only when asked for; what was done stays readable, and is mailed to nobody. */
export async function removeComplex(
  app: App,
  scope: CustomerScope,
  { complexId, endsWeeklyJobs }: BodyOf<'POST /api/remove-complex'>,
) {
  const { property_id: propertyId } = await findComplex(app.db, scope, complexId)
  const { isRemoved, weeklyJobs } = await removeProperty(app, scope, { propertyId, endsWeeklyJobs })
  if (isRemoved) await deleteReportAddresses(app.db, complexId)
  return { isRemoved, serviceKeys: [...new Set(weeklyJobs.map((job) => job.serviceKey))] }
}
