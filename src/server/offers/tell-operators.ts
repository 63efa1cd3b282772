/** The operators of a market hear of visits that nobody took, before the windows close. */
import { inEachLanguage } from '#domain/language.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type NoticeWords, notifyAll } from '../notices/notify.ts'
import type { OfferedVisit } from './offered-visits.ts'
import { offerTexts } from './texts.ts'

export async function tellOperatorsOfOpenVisits(
  db: Db,
  visits: readonly OfferedVisit[],
  now: Instant,
): Promise<void> {
  for (const [marketId, theirs] of Map.groupBy(visits, (visit) => visit.marketId)) {
    const operators = await db
      .selectFrom('users')
      .where('type', '=', 'Operator')
      .where('market_id', '=', marketId)
      .select('id')
      .execute()
    const first = theirs[0]!
    await notifyAll(
      db,
      operators.map(({ id }) => ({
        to: id,
        event: 'visit_unassigned' as const,
        key: `unassigned:${first.id}:${now}`,
        words: wordsOf(theirs),
        url: '/operator',
        now,
        ...(theirs.length === 1 ? { visitId: first.id } : {}),
      })),
    )
  }
}

function wordsOf(visits: readonly OfferedVisit[]): NoticeWords {
  const visit = visits[0]!
  return inEachLanguage((language) =>
    visits.length > 1
      ? offerTexts[language].openVisits(visits.length)
      : offerTexts[language].openVisit({
          service: visit.serviceName[language],
          place: visit.propertyName,
          day: dayWords(visit.date, language),
        }),
  )
}
