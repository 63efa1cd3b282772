/** Customers hear when nobody came: once each, whatever the number of visits. */
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { visitTexts } from './texts.ts'
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
    words: inEachLanguage((language) => visitTexts[language].missed(count)),
    url: count === 1 ? `/visit/${visitId}` : '/jobs-list?states=missed',
    now,
    ...(count === 1 ? { visitId } : {}),
  }
}
