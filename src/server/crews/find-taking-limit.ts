/** What a crew may take of offers now, with what it holds and has given back. */
import { type TakingLimit, takingLimit, takingWindowStart } from '#domain/offers/hoarding.ts'
import type { Instant } from '#domain/time.ts'
import type { VisitId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { countReleasesOf, findReleasedAt, findTakenAt } from './taking-queries.ts'

/** To take by it, ask with the crew locked, so that offers accepted at once are counted one after another. */
export async function findTakingLimit(
  db: Db,
  scope: CrewScope,
  visitId: VisitId,
  now: Instant,
): Promise<TakingLimit> {
  const settings = await settingsAt(db, scope.marketId, now)
  const since = takingWindowStart(now, settings)
  const takings = {
    takenAt: await findTakenAt(db, scope, since),
    releasedAt: await findReleasedAt(db, scope, since),
    releasesOfThis: await countReleasesOf(db, scope, visitId),
  }
  return takingLimit(takings, settings)
}
