import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { toNotificationEvent } from '#domain/notifications/events.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { countUnread, listNotices } from './queries.ts'
import { activeReminders } from './reminder-queries.ts'
import { reminderTexts } from './reminder-texts.ts'

type Page = { readonly limit: number; readonly cursor?: string | undefined }
type Reader = { readonly userId: UserId; readonly locale: Language }

export async function readNoticesPage({ db }: App, scope: UserScope, page: Page) {
  return { ...(await readNotices(db, scope, page)), unreadCount: await countUnread(db, scope.userId) }
}

export async function readNotices(db: Db, { userId, locale }: Reader, page: Page) {
  const { rows, nextCursor } = await listNotices(db, userId, page)
  const reminders = await activeReminders(
    db,
    rows.flatMap(({ id, event }) => (event === 'visit_reminder' ? id : [])),
  )
  return {
    notices: rows.map((row) => {
      const active = reminders.get(row.id)
      const { title, text } = active === undefined ? row : reminderTexts(active)[locale]
      return {
        noticeId: row.id,
        event: toNotificationEvent(row.event),
        title,
        text,
        url: row.url,
        visitId: row.visit_id,
        createdAt: row.created_at,
        isRead: row.read_at !== null,
      }
    }),
    nextCursor,
  }
}
