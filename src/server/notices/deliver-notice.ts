/**
 * Sends one notice on one channel. Everything that may have changed since it was notified is read again first: what the
 * person wants, quiet hours, and whether it is still true (field 37). The keys by which it leaves make a second try
 * harmless (field 38).
 */

import type { NoticeId } from '#domain/ids.ts'
import { deliverAt } from '#domain/notifications/delivery.ts'
import { type Channel, EVENT_RULES } from '#domain/notifications/rules.ts'
import { smsText } from '#domain/notifications/sms-text.ts'
import { isStillTrue, type VisitNow } from '#domain/notifications/still-true.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyDevices } from '../push/notify-devices.ts'
import { enqueue } from '../tasks/queue.ts'
import { isStillHelper } from './helper-queries.ts'
import { findNotice } from './queries.ts'
import { type Recipient, readRecipients } from './read-recipients.ts'
import { activeReminders } from './reminder-queries.ts'
import { reminderTexts } from './reminder-texts.ts'
import { noticeTexts } from './texts.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

type Sending = { readonly noticeId: NoticeId; readonly channel: Channel }

type NoticeText = { readonly title: string; readonly text: string }

export async function deliverNotice(app: App, { noticeId, channel }: Sending): Promise<void> {
  const notice = await findNotice(app.db, noticeId)
  if (notice === undefined) return
  const { share_id: shareId, about_id: placeId } = notice
  // A reminder is of several places, each of which is asked for with its visit.
  const isAsked = shareId !== null && notice.event !== 'visit_reminder'
  if (isAsked && !(await isStillHelper(app.db, shareId, placeId))) return
  const recipient = (await readRecipients(app.db, [notice.user_id])).get(notice.user_id)!
  const now = app.ports.clock.now()
  const delivery = { event: notice.event, isUrgent: notice.is_urgent, until: notice.until }
  const zone = notice.zone ?? recipient.timeZone
  const at = recipient.reachedBy.has(channel)
    ? deliverAt(delivery, channel, { ...recipient, zone }, now)
    : null
  if (at === null) return
  if (at > now) {
    const later = { now, runAt: at, dedupeKey: `${noticeId}:${channel}:${at}` }
    return enqueue(app.db, 'deliver_notice', { noticeId, channel }, later)
  }
  const texts = await textsNow(app.db, notice, recipient)
  if (texts !== null) await send(app, channel, notice, recipient, texts)
}

type NoticeToSend = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** Null where there is nothing left to say. */
async function textsNow(db: Db, notice: NoticeToSend, { locale }: Recipient): Promise<NoticeText | null> {
  if (notice.event === 'visit_reminder') {
    const living = (await activeReminders(db, [notice.id])).get(notice.id)
    return living === undefined ? null : reminderTexts(living)[locale]
  }
  const { state, starts_at: startsAt, crew_id: crewId } = notice
  const visit: VisitNow | null =
    state === null || startsAt === null ? null : { state, startsAt, crewId: crewId }
  const notified =
    notice.visit_starts_at === null
      ? null
      : { startsAt: notice.visit_starts_at, crewId: notice.visit_crew_id }
  return notified === null || isStillTrue(notice.event, notified, visit) ? notice : null
}

async function send(
  app: App,
  channel: Channel,
  notice: NoticeToSend,
  recipient: Recipient,
  { title, text }: NoticeText,
): Promise<void> {
  const { userId, locale } = recipient
  const key = `${notice.key}:${userId}`
  const link = app.config.http.origin + notice.url
  if (channel === 'push')
    return inTransaction(app.db, (trx) =>
      notifyDevices(trx, userId, { key, title, text, url: notice.url }, { now: app.ports.clock.now() }),
    )
  if (channel === 'sms')
    return app.ports.sms.send({
      key,
      to: recipient.phone!,
      text: smsText({ title, link, end: noticeTexts[locale].smsEnd }),
      userId,
    })
  if (channel !== 'mail') return
  const hello = noticeTexts[locale].hello(recipient.name)
  const body = `${hello}\n\n${text}\n\n${link}`
  const mail = { key, to: recipient.email, subject: title, userId }
  if (EVENT_RULES[notice.event].isEssential) return app.ports.mail.send({ ...mail, text: body })
  const endUrl = await unsubscribeUrl(app, userId, notice.event)
  return app.ports.mail.send({
    ...mail,
    text: `${body}\n\n${noticeTexts[locale].unsubscribe} ${endUrl.page}`,
    unsubscribeUrl: endUrl.oneClick,
  })
}
