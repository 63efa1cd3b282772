/** Notifies the operators of a market of visits that nobody took, before the windows close. */

import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type NoticeTexts, notifyAll } from '../notices/notify.ts'
import { findOperatorIds } from '../users/queries.ts'
import { offerTexts } from './texts.ts'
import type { OfferedVisit } from './visit-queries.ts'

export async function notifyOperatorsOfOpenVisits(
  db: Db,
  visits: readonly OfferedVisit[],
  now: Instant,
): Promise<void> {
  for (const [marketId, theirs] of Map.groupBy(visits, (visit) => visit.marketId)) {
    const operatorIds = await findOperatorIds(db, marketId)
    const first = theirs[0]!
    await notifyAll(
      db,
      operatorIds.map((operatorId) => ({
        to: operatorId,
        event: 'visit_unassigned' as const,
        key: `unassigned:${first.id}:${now}`,
        texts: textsOf(theirs),
        url: '/operator',
        now,
        ...(theirs.length === 1 ? { visitId: first.id } : {}),
      })),
    )
  }
}

function textsOf(visits: readonly OfferedVisit[]): NoticeTexts {
  const visit = visits[0]!
  return inEachLanguage((language) =>
    visits.length > 1
      ? offerTexts[language].openVisits(visits.length)
      : offerTexts[language].openVisit({
          service: visit.serviceName[language],
          place: visit.propertyName,
          day: dayText(visit.date, language),
        }),
  )
}
