/**
 * Links in mails that end mails of one kind without signing in. A link is made from our secret and what it ends, so
 * every mail carries the same one; the database knows its hash only (threats T2). Opening it changes nothing.
 */

import { createHash, createHmac } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { type NotificationEvent, toNotificationEvent } from '#domain/notifications/events.ts'
import { isChannelOn } from '#domain/notifications/preferences.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { findUnsubscribeToken, insertUnsubscribeToken, savePreferences } from './preference-queries.ts'
import { readRecipients } from './read-recipients.ts'

export async function unsubscribeUrl(
  app: App,
  userId: UserId,
  event: NotificationEvent,
): Promise<{ readonly page: string; readonly oneClick: string }> {
  const token = createHmac('sha256', `${app.config.secret}:unsubscribe`)
    .update(`${userId} ${event}`)
    .digest('base64url')
  const now = app.ports.clock.now()
  await insertUnsubscribeToken(app.db, { tokenHash: hashOf(token), userId, event, now })
  const { origin } = app.config.http
  return {
    page: `${origin}/go/unsubscribe?token=${token}`,
    oneClick: `${origin}/api/unsubscribe-one-click?token=${token}`,
  }
}

/** What a link is about, and whether such mails still come. Throws link_invalid for one that is not ours. */
export async function readUnsubscribe(app: App, token: string) {
  const { userId, event } = await findToken(app, token)
  const recipient = (await readRecipients(app.db, [userId])).get(userId)!
  return { event, isOn: isChannelOn(event, 'mail', recipient.preferences) }
}

/** Switches the mails of a link's kind off, or on again. Doing it twice does it once. */
export async function switchMails(app: App, token: string, isOn: boolean) {
  const { userId, event } = await findToken(app, token)
  await savePreferences(app.db, userId, [{ event, channel: 'mail', isOn }])
  return { event, isOn }
}

async function findToken(app: App, token: string) {
  const row = await findUnsubscribeToken(app.db, hashOf(token))
  if (row === undefined) throw new Refused('link_invalid')
  return { userId: row.user_id, event: toNotificationEvent(row.event) }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
