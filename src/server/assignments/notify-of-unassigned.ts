/**
 * A customer is notified that a visit has nobody only when it still has nobody a while later, and once for all of them:
 * most are taken again within minutes, and then who comes is the news.
 */
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { settingsOfUsers } from '../settings/read-settings.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { assignmentTexts } from './texts.ts'
import { findOpenSince } from './visit-queries.ts'

/** In the transaction that leaves visits without a crew; a customer whose notice waits already gets one. */
export async function notifyOfUnassignedLater(
  db: Db,
  customerIds: readonly UserId[],
  now: Instant,
): Promise<void> {
  const customers = [...new Set(customerIds)]
  const settingsOf = await settingsOfUsers(db, customers, now)
  await enqueueAll(
    db,
    customers.map((customerId) => {
      const runAt = instant(now + settingsOf(customerId).unassignedNoticeMinutes * MINUTE_MS)
      return taskRow(
        'notify_of_unassigned',
        { customerId, since: now },
        { now, runAt, dedupeKey: customerId },
      )
    }),
  )
}

export async function notifyOfUnassigned(
  app: App,
  db: Db,
  { customerId, since }: { customerId: UserId; since: Instant },
): Promise<void> {
  const now = app.ports.clock.now()
  const visits = await findOpenSince(db, customerId, since, now)
  const first = visits[0]
  if (first === undefined) return
  const count = visits.length
  await notify(db, {
    to: customerId,
    event: 'visit_unassigned',
    key: `unassigned:${since}`,
    url: count === 1 ? `/visit/${first.id}` : '/jobs',
    now,
    ...(count === 1 ? { visitId: first.id } : {}),
    texts: inEachLanguage((language) =>
      assignmentTexts[language].unassigned(count, longDayText(first.date, language)),
    ),
  })
}
