/**
 * A customer hears that a visit has nobody only when it still has nobody a while later, and once for all of them:
 * most are taken again within minutes, and then who comes is the news.
 */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import { type Instant, instant, type LocalDate, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { settingsOfUsers } from '../settings/read-settings.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { assignmentTexts } from './texts.ts'

/** In the transaction that leaves visits without a crew; a customer who waits to be told already is told once. */
export async function tellUnassignedLater(
  db: Db,
  customerIds: readonly UserId[],
  now: Instant,
): Promise<void> {
  const told = [...new Set(customerIds)]
  const settingsOf = await settingsOfUsers(db, told, now)
  await enqueueAll(
    db,
    told.map((customerId) => {
      const runAt = instant(now + settingsOf(customerId).unassignedNoticeMinutes * MINUTE_MS)
      return taskRow(
        'notify_of_unassigned',
        { customerId, since: now },
        { now, runAt, dedupeKey: customerId },
      )
    }),
  )
}

export async function tellUnassigned(
  app: App,
  db: Db,
  { customerId, since }: { customerId: UserId; since: Instant },
): Promise<void> {
  const now = app.ports.clock.now()
  const visits = await openSince(db, customerId, since, now)
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

async function openSince(
  db: Db,
  customerId: UserId,
  since: Instant,
  now: Instant,
): Promise<{ id: VisitId; date: LocalDate }[]> {
  const rows = await db
    .selectFrom('visit')
    .where('customer_id', '=', customerId)
    .where('crew_id', 'is', null)
    .where('state', 'in', ['scheduled', 'reopened'])
    .where('ends_at', '>', toTimestamp(now))
    .where(
      sql<boolean>`exists (
        select from visit_event
        where visit_event.visit_id = visit.id and visit_event.at >= ${toTimestamp(since)}
          and visit_event.transition in ('release', 'lapse')
      )`,
    )
    .orderBy('date')
    .orderBy('id')
    .select(['id', 'date'])
    .execute()
  return rows.map((row) => ({ id: row.id, date: row.date }))
}
