/** Notifies customers that nobody came: once each, whatever the number of visits. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { TakenStep } from '../follow-up.ts'
import { notifyAll } from '../notices/notify.ts'
import { visitTexts } from './texts.ts'

export async function notifyOfMissed(db: Db, steps: readonly TakenStep[], now: Instant): Promise<void> {
  const byCustomer = Map.groupBy(steps, ({ visit }) => visit.customerId)
  await notifyAll(
    db,
    [...byCustomer].map(([customerId, missed]) =>
      noticeOf(
        customerId,
        missed.map(({ visit }) => visit.id),
        now,
      ),
    ),
  )
}

/** About several visits it is bound to none: the quiet hours are then the customer's own. */
function noticeOf(to: UserId, visitIds: readonly VisitId[], now: Instant) {
  const visitId = visitIds[0]!
  const count = visitIds.length
  return {
    to,
    event: 'visit_missed' as const,
    key: `visit-missed:${visitId}:${now}`,
    texts: inEachLanguage((language) => visitTexts[language].missed(count)),
    url: count === 1 ? `/visit/${visitId}` : '/jobs-list?states=missed',
    now,
    ...(count === 1 ? { visitId } : {}),
  }
}
