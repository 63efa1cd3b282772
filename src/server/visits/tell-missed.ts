/** Customers hear when nobody came: once each, whatever the number of visits. */
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import type { AppliedTransition } from './transition.ts'

export async function tellMissed(
  app: App,
  db: Db,
  missed: readonly AppliedTransition[],
  now: Instant,
): Promise<void> {
  const told = missed.filter(({ followUps }) => followUps.includes('tell_customer'))
  const byCustomer = Map.groupBy(told, ({ customerId }) => customerId)
  await notifyAll(
    app,
    db,
    [...byCustomer].map(([customerId, visits]) => noticeOf(customerId, visits, now)),
  )
}

/** About several visits it is bound to none: the quiet hours are then the customer's own. */
function noticeOf(to: UserId, visits: readonly AppliedTransition[], now: Instant) {
  const { visitId } = visits[0]!
  const count = visits.length
  return {
    to,
    event: 'visit_missed' as const,
    key: `visit-missed:${visitId}:${now}`,
    words: {
      en: {
        title: 'A visit was missed',
        text: `${count === 1 ? 'One of your visits was' : `${count} of your visits were`} not done. You are not charged for it.`,
      },
      es: {
        title: 'Una visita no se realizó',
        text: `${count === 1 ? 'Nadie hizo una visita tuya' : `Nadie hizo ${count} visitas tuyas`}. No se te cobra.`,
      },
    },
    url: count === 1 ? `/visit/${visitId}` : '/jobs-list?states=missed',
    now,
    ...(count === 1 ? { visitId } : {}),
  }
}
