import type { UserId, VisitId } from '#domain/ids.ts'
import { timeWords } from '#domain/notifications/clock-words.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import type { CrewVisitRow } from './queries.ts'

type Told = {
  readonly app: App
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly row: CrewVisitRow
  readonly crewName: string
  readonly now: Instant
}

/** The way to the proof, once per visit; it is told if and only if the completion is saved. */
export async function tellCustomer(db: Db, told: Told): Promise<void> {
  const { app, visitId, customerId, row, now } = told
  const service = await db
    .selectFrom('service')
    .where('key', '=', row.service_key)
    .select(['name_en as en', 'name_es as es'])
    .executeTakeFirstOrThrow()
  const place = row.property_name
  const crew = firstName(told.crewName)
  const time = { en: timeWords(now, row.time_zone, 'en'), es: timeWords(now, row.time_zone, 'es') }
  await notify(app, db, {
    to: customerId,
    event: 'visit_done',
    key: `visit-completed:${visitId}`,
    words: {
      en: {
        title: `Done: ${service.en}, ${place}`,
        text: `${crew} finished ${service.en} at ${place} at ${time.en}. The photos and the details are on the page of the visit.`,
      },
      es: {
        title: `Hecho: ${service.es}, ${place}`,
        text: `${crew} terminó «${service.es}» en ${place} a las ${time.es}. Las fotos y los detalles están en la página de la visita.`,
      },
    },
    url: `/visit/${visitId}`,
    now,
    visitId,
  })
}

/** Customers learn a crew's first name only. */
function firstName(name: string): string {
  return name.split(/\s+/)[0]!
}
