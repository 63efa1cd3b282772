/**
 * Reminders of visits, found by what is true now: who has a visit to come, on the clock of its place, and has not been
 * reminded of it as it stands. A visit that is moved or gets another crew is therefore reminded of anew (field 37).
 */
import type { ShareId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { notifyAll } from './notify.ts'
import { pathToShared } from './notify-helpers.ts'
import { dueRows, type Hour, insertReminders, type Reader, VISITS_AT_ONCE } from './reminder-queries.ts'
import { type RemindedVisit, reminderTexts } from './reminder-texts.ts'

type Due = RemindedVisit & { readonly userId: UserId; readonly shareId: ShareId | null }

/** Everybody of a market whose hour has come. */
export async function remindOfVisits(app: App, marketId: string): Promise<void> {
  for (const reader of ['customer', 'crew', 'helper'] as const)
    while ((await remindSome(app, marketId, reader)) === VISITS_AT_ONCE);
}

/** Answers how many visits were read. */
function remindSome(app: App, marketId: string, reader: Reader): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const due = await dueVisits(trx, { marketId, reader, now })
    const groups = [...Map.groupBy(due, (visit) => `${visit.userId} ${visit.shareId} ${visit.date}`).values()]
    // The last one may have more visits than were read: its turn comes with the next ones.
    if (due.length === VISITS_AT_ONCE && groups.length > 1) groups.pop()
    await remindAll(trx, groups, now)
    return due.length
  })
}

/** One notice for each person and day, and for each whose places it looks after. */
async function remindAll(db: Db, groups: readonly Due[][], now: Instant): Promise<void> {
  const saved = await notifyAll(
    db,
    groups.map((visits) => ({
      to: visits[0]!.userId,
      event: 'visit_reminder' as const,
      key: keyOf(visits),
      texts: reminderTexts(visits),
      url: urlOf(visits),
      now,
      ...(visits[0]!.shareId !== null && { shareId: visits[0]!.shareId }),
    })),
  )
  const findNotice = new Map(saved.map(({ to, key, noticeId }) => [`${to} ${key}`, noticeId]))
  const rows = groups.flatMap((visits) =>
    visits.map((visit) => ({
      visit_id: visit.visitId,
      user_id: visit.userId,
      starts_at: toTimestamp(visit.startsAt),
      notice_id: findNotice.get(`${visit.userId} ${keyOf(visits)}`) ?? null,
    })),
  )
  await insertReminders(db, rows)
}

function keyOf([first]: readonly Due[]): string {
  return `reminder:${first!.visitId}:${first!.startsAt}`
}

function urlOf(visits: readonly Due[]): string {
  const { reader, shareId, visitId } = visits[0]!
  if (reader === 'crew') return '/'
  const url = visits.length === 1 ? `/visit/${visitId}` : '/jobs'
  return shareId === null ? url : pathToShared(shareId, url)
}

async function dueVisits(db: Db, hour: Hour): Promise<Due[]> {
  const rows = await dueRows(db, hour, await settingsAt(db, hour.marketId, hour.now))
  return rows.map((row) => ({
    userId: row.reader_id,
    visitId: row.id,
    reader: hour.reader === 'crew' ? 'crew' : 'customer',
    ownerName: row.owner_name,
    shareId: row.share_id,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    zone: row.zone,
    place: row.place,
    service: { en: row.name_en, es: row.name_es },
  }))
}
