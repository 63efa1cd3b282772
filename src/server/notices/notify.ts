/** Telling one person of one event, on every channel that the person wants it on. */
import type { UserId, VisitId } from '#domain/ids.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { Instant } from '#domain/time.ts'
import type { App, Db } from '../app.ts'
import { notifyDevices } from '../push/actions.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Locale } from '../users/scope.ts'

export type Notice = {
  readonly to: UserId
  readonly event: NotificationEvent
  /** The same key tells each person once, however often it is said. */
  readonly key: string
  readonly words: Readonly<Record<Locale, { readonly title: string; readonly text: string }>>
  /** A path of ours that shows more. */
  readonly url: string
  readonly now: Instant
  /** The visit that it is about. */
  readonly visitId?: VisitId
}

/** Runs in the caller's transaction: told if and only if the rest happens. */
export async function notify(app: App, db: Db, notice: Notice): Promise<void> {
  const { to, key, words, url, now } = notice
  const person = await db
    .selectFrom('users')
    .where('id', '=', to)
    .select(['name', 'email', 'locale'])
    .executeTakeFirstOrThrow()
  const { title, text } = words[person.locale]
  const hello = person.locale === 'es' ? `Hola ${person.name}:` : `Hello ${person.name},`
  const mail = {
    key: `${key}:${to}`,
    to: person.email,
    subject: title,
    text: `${hello}\n\n${text}\n\n${app.config.http.origin}${url}`,
    userId: to,
  }
  await enqueue(db, 'send_mail', mail, { now, dedupeKey: mail.key })
  await notifyDevices(db, to, { key: mail.key, title, text, url }, { now })
}
