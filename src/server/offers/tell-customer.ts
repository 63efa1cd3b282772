import { dayWords } from '#domain/notifications/clock-words.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import type { OfferedVisit } from './offered-visits.ts'

/** The customer hears who comes, by first name, once for each crew that accepts. */
export async function tellCustomerOfCrew(
  app: App,
  db: Db,
  told: { visit: OfferedVisit; crewName: string; offerId: string; now: Instant },
): Promise<void> {
  const { visit, offerId, now } = told
  const crew = told.crewName.split(/\s+/)[0]!
  const { en, es } = visit.serviceName
  await notify(app, db, {
    to: visit.customerId,
    event: 'visit_accepted',
    key: `visit-accepted:${offerId}`,
    words: {
      en: {
        title: `${crew} is coming`,
        text: `${crew} does ${en} at ${visit.propertyName} on ${dayWords(visit.date, 'en')}.`,
      },
      es: {
        title: `${crew} irá`,
        text: `${crew} hará «${es}» en ${visit.propertyName} el ${dayWords(visit.date, 'es')}.`,
      },
    },
    url: `/visit/${visit.id}`,
    now,
    visitId: visit.id,
  })
}
