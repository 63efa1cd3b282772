/** The operators of a market hear of visits that nobody took, before the windows close. */
import type { UserId } from '#domain/ids.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import type { OfferedVisit } from './offered-visits.ts'

export async function tellOperatorsOfOpenVisits(
  app: App,
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
      app,
      db,
      operators.map(({ id }) => ({
        to: id as UserId,
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

function wordsOf(visits: readonly OfferedVisit[]) {
  const [first] = visits
  if (visits.length > 1 || first === undefined)
    return {
      en: {
        title: `Nobody has taken ${visits.length} visits`,
        text: 'No crew has come forward. Please find somebody for them.',
      },
      es: {
        title: `Nadie tomó ${visits.length} visitas`,
        text: 'Ningún equipo las quiso. Busca a alguien.',
      },
    }
  return {
    en: {
      title: `Nobody has taken ${first.serviceName.en}, ${first.propertyName}`,
      text: `It is due on ${dayWords(first.date, 'en')} and no crew has come forward. Please find somebody.`,
    },
    es: {
      title: `Nadie tomó ${first.serviceName.es}, ${first.propertyName}`,
      text: `Es para el ${dayWords(first.date, 'es')} y ningún equipo la quiso. Busca a alguien.`,
    },
  }
}
