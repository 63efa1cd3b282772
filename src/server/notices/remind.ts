/**
 * Reminders of visits, found by what is true now: who has a visit to come, on the clock of its place, and has not been
 * reminded of it as it stands. A visit that is moved or gets another crew is therefore reminded of anew (field 37).
 */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { TO_COME } from './living-reminders.ts'
import { notifyAll } from './notify.ts'
import { type RemindedVisit, reminderWords } from './reminder-words.ts'

type Reader = RemindedVisit['reader']
type Due = RemindedVisit & { readonly userId: UserId }

const VISITS_AT_ONCE = 1_000
/** The evening before, in any zone, is nearer than this to the end of the visit. */
const AHEAD_MS = 3 * DAY_MS

/** Everybody of a market whose hour has come. */
export async function remindOfVisits(app: App, marketId: string): Promise<void> {
  for (const reader of ['customer', 'crew'] as const)
    while ((await remindSome(app, marketId, reader)) === VISITS_AT_ONCE);
}

/** Answers how many visits were read. */
function remindSome(app: App, marketId: string, reader: Reader): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const due = await dueVisits(trx, { marketId, reader, now })
    const groups = [...Map.groupBy(due, (visit) => `${visit.userId} ${visit.date}`).values()]
    // The last one may have more visits than were read: its turn comes with the next ones.
    if (due.length === VISITS_AT_ONCE && groups.length > 1) groups.pop()
    await remindAll(trx, groups, now)
    return due.length
  })
}

/** One notice for each person and day. */
async function remindAll(db: Db, groups: readonly Due[][], now: Instant): Promise<void> {
  const told = await notifyAll(
    db,
    groups.map((visits) => ({
      to: visits[0]!.userId,
      event: 'visit_reminder' as const,
      key: keyOf(visits),
      words: reminderWords(visits),
      url: urlOf(visits),
      now,
    })),
  )
  const noticeOf = new Map(told.map(({ to, key, noticeId }) => [`${to} ${key}`, noticeId]))
  const rows = groups.flatMap((visits) =>
    visits.map((visit) => ({
      visit_id: visit.visitId,
      user_id: visit.userId,
      starts_at: toTimestamp(visit.startsAt),
      notice_id: noticeOf.get(`${visit.userId} ${keyOf(visits)}`) ?? null,
    })),
  )
  if (rows.length > 0)
    await db
      .insertInto('visit_reminder')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

function keyOf([first]: readonly Due[]): string {
  return `reminder:${first!.visitId}:${first!.startsAt}`
}

function urlOf(visits: readonly Due[]): string {
  if (visits[0]!.reader === 'crew') return '/'
  return visits.length === 1 ? `/visit/${visits[0]!.visitId}` : '/jobs'
}

type Hour = { readonly marketId: string; readonly reader: Reader; readonly now: Instant }

async function dueVisits(db: Db, hour: Hour): Promise<Due[]> {
  const rows = await dueRows(db, hour, await settingsAt(db, hour.marketId, hour.now))
  return rows.map((row) => ({
    userId: row.reader_id,
    visitId: row.id,
    reader: hour.reader,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    zone: row.zone,
    place: row.place,
    service: { en: row.name_en, es: row.name_es },
  }))
}

function dueRows(db: Db, { marketId, reader, now }: Hour, settings: BusinessSettings) {
  const userId = reader === 'crew' ? ('visit.crew_id' as const) : ('visit.customer_id' as const)
  const at = toTimestamp(now)
  const localNow = sql`(${at}::timestamptz at time zone property.time_zone)`
  const { customerReminderTime, crewReminderTime } = settings
  const [daysBefore, time] = reader === 'crew' ? [0, crewReminderTime] : [1, customerReminderTime]
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users as reader', 'reader.id', userId)
    .where('visit.state', 'in', TO_COME)
    .where('visit.ends_at', '>', at)
    .where('visit.ends_at', '<', toTimestamp(instant(now + AHEAD_MS)))
    .where('reader.market_id', '=', marketId)
    .where(sql<boolean>`visit.date = ${localNow}::date + ${daysBefore}::integer`)
    .where(sql<boolean>`${localNow}::time >= ${time}::time`)
    .where((the) =>
      the.not(
        the.exists(
          the
            .selectFrom('visit_reminder')
            .whereRef('visit_reminder.visit_id', '=', 'visit.id')
            .whereRef('visit_reminder.user_id', '=', 'reader.id')
            .whereRef('visit_reminder.starts_at', '=', 'visit.starts_at'),
        ),
      ),
    )
    .orderBy('reader.id')
    .orderBy('visit.date')
    .orderBy('visit.starts_at')
    .orderBy('visit.position')
    .orderBy('visit.id')
    .limit(VISITS_AT_ONCE)
    .select([
      'reader.id as reader_id',
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'property.name as place',
      'property.time_zone as zone',
      'service.name_en',
      'service.name_es',
    ])
    .execute()
}
