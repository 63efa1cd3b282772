import { firstName } from '#domain/accounts/first-name.ts'
import type { OfferId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { offerTexts } from './texts.ts'
import type { OfferedVisit } from './visit-queries.ts'

/** The customer is notified of who comes, by first name, once for each crew that accepts. */
export async function notifyCustomerOfCrew(
  db: Db,
  notice: { visit: OfferedVisit; crewName: string; offerId: OfferId; now: Instant },
): Promise<void> {
  const { visit, offerId, now } = notice
  const crew = firstName(notice.crewName)
  await notify(db, {
    to: visit.customerId,
    event: 'visit_accepted',
    key: `visit-accepted:${offerId}`,
    texts: inEachLanguage((language) =>
      offerTexts[language].accepted(crew, {
        service: visit.serviceName[language],
        place: visit.propertyName,
        day: dayText(visit.date, language),
      }),
    ),
    url: `/visit/${visit.id}`,
    now,
    visitId: visit.id,
  })
}
