/**
 * Sends one notice on one channel. Everything that may have changed since it was told is read again first: what the
 * person wants, quiet hours, and whether it is still true (field 37). The keys by which it leaves make a second try
 * harmless (field 38).
 */
import type { NoticeId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { deliverAt } from '#domain/notifications/delivery.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import { type Channel, EVENT_RULES } from '#domain/notifications/rules.ts'
import { isStillTrue, type VisitNow } from '#domain/notifications/still-true.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyDevices } from '../push/notify-devices.ts'
import { enqueue } from '../tasks/queue.ts'
import { type ListeningPerson, readListeners } from './listeners.ts'
import { livingReminders } from './living-reminders.ts'
import { reminderWords } from './reminder-words.ts'
import { noticeTexts } from './texts.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

type Sending = { readonly noticeId: NoticeId; readonly channel: Channel }
type Words = { readonly title: string; readonly text: string }

export async function deliverNotice(app: App, { noticeId, channel }: Sending): Promise<void> {
  const notice = await noticeOf(app.db, noticeId)
  if (notice === undefined) return
  const listener = (await readListeners(app.db, [notice.user_id])).get(notice.user_id)!
  const now = app.ports.clock.now()
  const telling = { event: notice.event, isUrgent: notice.is_urgent, until: notice.until }
  const zone = notice.zone ?? listener.timeZone
  const at = listener.reachedBy.has(channel) ? deliverAt(telling, channel, { ...listener, zone }, now) : null
  if (at === null) return
  if (at > now) {
    const later = { now, runAt: at, dedupeKey: `${noticeId}:${channel}:${at}` }
    return enqueue(app.db, 'deliver_notice', { noticeId, channel }, later)
  }
  const words = await wordsNow(app.db, notice, listener)
  if (words !== null) await send(app, channel, notice, listener, words)
}

type NoticeToSend = NonNullable<Awaited<ReturnType<typeof noticeOf>>>

async function noticeOf(db: Db, noticeId: NoticeId) {
  const row = await db
    .selectFrom('notice')
    .leftJoin('visit', 'visit.id', 'notice.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .where('notice.id', '=', noticeId)
    .select([
      'notice.id',
      'notice.user_id',
      'notice.event',
      'notice.key',
      'notice.title',
      'notice.text',
      'notice.url',
      'notice.until',
      'notice.is_urgent',
      'notice.visit_starts_at',
      'notice.visit_crew_id',
      'visit.state',
      'visit.starts_at',
      'visit.crew_id',
      'property.time_zone as zone',
    ])
    .executeTakeFirst()
  return row && { ...row, event: row.event as NotificationEvent }
}

/** Null where there is nothing left to say. */
async function wordsNow(db: Db, notice: NoticeToSend, { locale }: ListeningPerson): Promise<Words | null> {
  if (notice.event === 'visit_reminder') {
    const living = (await livingReminders(db, [notice.id])).get(notice.id)
    return living === undefined ? null : reminderWords(living)[locale]
  }
  const { state, starts_at: startsAt, crew_id: crewId } = notice
  const visit: VisitNow | null =
    state === null || startsAt === null ? null : { state, startsAt, crewId: crewId }
  const told =
    notice.visit_starts_at === null
      ? null
      : { startsAt: notice.visit_starts_at, crewId: notice.visit_crew_id }
  return told === null || isStillTrue(notice.event, told, visit) ? notice : null
}

async function send(
  app: App,
  channel: Channel,
  notice: NoticeToSend,
  listener: ListeningPerson,
  { title, text }: Words,
): Promise<void> {
  const { userId, locale } = listener
  const key = `${notice.key}:${userId}`
  const link = app.config.http.origin + notice.url
  if (channel === 'push')
    return inTransaction(app.db, (trx) =>
      notifyDevices(trx, userId, { key, title, text, url: notice.url }, { now: app.ports.clock.now() }),
    )
  if (channel === 'sms')
    return app.ports.sms.send({ key, to: listener.phone!, text: smsText(locale, title, link), userId })
  if (channel !== 'mail') return
  const hello = noticeTexts[locale].hello(listener.name)
  const body = `${hello}\n\n${text}\n\n${link}`
  const mail = { key, to: listener.email, subject: title, userId }
  if (EVENT_RULES[notice.event].isEssential) return app.ports.mail.send({ ...mail, text: body })
  const endUrl = await unsubscribeUrl(app, userId, notice.event)
  return app.ports.mail.send({
    ...mail,
    text: `${body}\n\n${noticeTexts[locale].unsubscribe} ${endUrl.page}`,
    unsubscribeUrl: endUrl.oneClick,
  })
}

const SMS_TITLE_LENGTH = 200

function smsText(locale: Language, title: string, link: string): string {
  return `Crew: ${title.slice(0, SMS_TITLE_LENGTH)} ${link} ${noticeTexts[locale].smsEnd}`
}
