import type { UserId, VisitId } from '#domain/ids.ts'
import { type Instant, timeAt } from '#domain/time.ts'
import type { App, Db } from '../app.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Locale } from '../users/scope.ts'
import type { CrewVisitRow } from './queries.ts'

type Told = {
  readonly app: App
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly row: CrewVisitRow
  readonly crewName: string
  readonly now: Instant
}

/** A mail with the way to the proof, once per visit; it leaves if and only if the completion is saved. */
export async function tellCustomer(db: Db, told: Told): Promise<void> {
  const { app, visitId, customerId, row, now } = told
  const customer = await db
    .selectFrom('users')
    .innerJoin('service', (join) => join.on('service.key', '=', row.service_key))
    .where('users.id', '=', customerId)
    .select(['users.email', 'users.locale', 'service.name_en', 'service.name_es'])
    .executeTakeFirstOrThrow()
  const mail = completedMail(customer.locale, {
    service: customer.locale === 'es' ? customer.name_es : customer.name_en,
    place: row.property_name,
    crew: firstName(told.crewName),
    time: timeAt(now, row.time_zone),
    url: `${app.config.http.origin}/visit/${visitId}`,
  })
  const key = `visit-completed:${visitId}`
  await enqueue(
    db,
    'send_mail',
    { key, to: customer.email, userId: customerId, ...mail },
    { now, dedupeKey: key },
  )
}

/** Customers learn a crew's first name only. */
function firstName(name: string): string {
  return name.split(/\s+/)[0]!
}

type Facts = { service: string; place: string; crew: string; time: string; url: string }

function completedMail(locale: Locale, facts: Facts): { subject: string; text: string } {
  const { service, place, crew, time, url } = facts
  return locale === 'es'
    ? {
        subject: `Hecho: ${service}, ${place}`,
        text: `${crew} terminó «${service}» en ${place} a las ${time}.\n\nLas fotos y los detalles están aquí: ${url}`,
      }
    : {
        subject: `Done: ${service}, ${place}`,
        text: `${crew} finished ${service} at ${place} at ${time}.\n\nThe photos and the details are here: ${url}`,
      }
}
