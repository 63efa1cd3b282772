import type { UserId } from '#domain/ids.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import { couldStillBelieve } from '#domain/visits/stale-route.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { findAssignedUntil, type LoadedVisit } from '../visits/fact-queries.ts'

/** A crew that lost the visit while its phone was offline gets that reason; one that never had it gets not found. */
export async function checkStillMine(
  db: Db,
  crewId: UserId,
  visit: LoadedVisit | undefined,
  { at, settings }: { at: Instant; settings: BusinessSettings },
): Promise<LoadedVisit> {
  if (visit === undefined) throw new Refused('not_found')
  if (visit.crewId !== crewId) {
    const assignedUntil = await findAssignedUntil(db, visit.id, crewId)
    throw new Refused(couldStillBelieve(assignedUntil, at, settings) ? 'visit_reassigned' : 'not_found')
  }
  if (visit.state === 'cancelled') throw new Refused('visit_cancelled')
  if (visit.state === 'skipped') throw new Refused('visit_skipped')
  return visit
}
