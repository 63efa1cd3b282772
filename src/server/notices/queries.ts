/** What somebody was told, newest first. Reminders of what is no longer to come are left out (field 37). */
import { type SqlBool, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { readTimeMark, writePageMark } from '../page-mark.ts'
import type { UserScope } from '../scope.ts'
import { livingReminders, TO_COME } from './living-reminders.ts'
import { reminderWords } from './reminder-words.ts'

type Page = { readonly limit: number; readonly cursor?: string | undefined }
type Reading = { readonly userId: UserId; readonly locale: Language }

export async function noticesPage(app: App, scope: UserScope, page: Page) {
  const [list, unreadCount] = [await readNotices(app, scope, page), await countUnread(app.db, scope.userId)]
  return { ...list, unreadCount }
}

export async function readNotices({ db }: App, { userId, locale }: Reading, { limit, cursor }: Page) {
  const before = readTimeMark(cursor)
  const rows = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true)
    .where(isLiving)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before!.value}::timestamptz, ${before!.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select(['id', 'event', 'title', 'text', 'url', 'visit_id', 'created_at', 'read_at'])
    .select(sql<string>`created_at::text`.as('mark'))
    .execute()
  const page = rows.slice(0, limit)
  const reminders = await livingReminders(
    db,
    page.flatMap(({ id, event }) => (event === 'visit_reminder' ? id : [])),
  )
  const last = page.at(-1)
  return {
    notices: page.map((row) => {
      const living = reminders.get(row.id)
      const { title, text } = living === undefined ? row : reminderWords(living)[locale]
      return {
        noticeId: row.id,
        event: row.event as NotificationEvent,
        title,
        text,
        url: row.url,
        visitId: row.visit_id,
        createdAt: row.created_at,
        isRead: row.read_at !== null,
      }
    }),
    nextCursor:
      rows.length > limit && last !== undefined ? writePageMark({ value: last.mark, id: last.id }) : null,
  }
}

export async function countUnread(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('is_in_app', '=', true)
    .where('read_at', 'is', null)
    .where(isLiving)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The same condition as in `living-reminders.ts`, for whole lists. */
function isLiving() {
  return sql<SqlBool>`(notice.event <> 'visit_reminder' or exists (
    select from visit_reminder as reminder join visit on visit.id = reminder.visit_id
    where reminder.notice_id = notice.id and visit.starts_at = reminder.starts_at
      and visit.state in (${sql.join(TO_COME)}) and reminder.user_id in (visit.customer_id, visit.crew_id)))`
}
