/** Customers hear when nobody came: one mail each, whatever the number of visits. */
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App, Db } from '../app.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Locale } from '../users/scope.ts'
import type { AppliedTransition } from './transition.ts'

export async function tellMissed(
  app: App,
  db: Db,
  missed: readonly AppliedTransition[],
  now: Instant,
): Promise<void> {
  const told = missed.filter(({ followUps }) => followUps.includes('tell_customer'))
  if (told.length === 0) return
  const byCustomer = Map.groupBy(told, ({ customerId }) => customerId)
  const customers = await db
    .selectFrom('users')
    .where('id', 'in', [...byCustomer.keys()])
    .select(['id', 'name', 'email', 'locale'])
    .execute()
  for (const { id, name, email, locale } of customers) {
    const visits = byCustomer.get(id as UserId)!
    const first = visits[0]!
    const path = visits.length === 1 ? `/visit/${first.visitId}` : '/jobs-list?states=missed'
    const mail = missedMail(locale, { name, count: visits.length, url: app.config.http.origin + path })
    await enqueue(
      db,
      'send_mail',
      { key: `visit-missed:${first.visitId}:${now}`, to: email, userId: id, ...mail },
      { now },
    )
  }
}

type Facts = { name: string; count: number; url: string }

function missedMail(locale: Locale, { name, count, url }: Facts): { subject: string; text: string } {
  if (locale === 'es') {
    const what = count === 1 ? 'Nadie hizo una visita tuya' : `Nadie hizo ${count} visitas tuyas`
    return {
      subject: 'Una visita no se realizó',
      text: `Hola ${name}:\n\n${what}. No se te cobra.\n\nMira cuál aquí: ${url}`,
    }
  }
  const what = count === 1 ? 'One of your visits was not done' : `${count} of your visits were not done`
  return {
    subject: 'A visit was missed',
    text: `Hello ${name},\n\n${what}. You are not charged for it.\n\nSee which here: ${url}`,
  }
}
