/**
 * Links in mails that end mails of one kind without signing in. A link is made from our secret and what it ends, so
 * every mail carries the same one; the database knows its hash only (threats T2). Opening it changes nothing.
 */
import { createHash, createHmac } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import { isChannelOn } from '#domain/notifications/preferences.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { readListeners } from './listeners.ts'
import { savePreferences } from './save-preferences.ts'

export async function unsubscribeUrl(
  app: App,
  userId: UserId,
  event: NotificationEvent,
): Promise<{ readonly page: string; readonly oneClick: string }> {
  const token = createHmac('sha256', `${app.config.secret}:unsubscribe`)
    .update(`${userId} ${event}`)
    .digest('base64url')
  await app.db
    .insertInto('unsubscribe_token')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      event,
      created_at: toTimestamp(app.ports.clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { origin } = app.config.http
  return {
    page: `${origin}/go/unsubscribe?token=${token}`,
    oneClick: `${origin}/api/unsubscribe-one-click?token=${token}`,
  }
}

/** What a link is about, and whether such mails still come. Throws link_invalid for one that is not ours. */
export async function readUnsubscribe(app: App, token: string) {
  const { userId, event } = await findToken(app, token)
  const listener = (await readListeners(app.db, [userId])).get(userId)!
  return { event, isOn: isChannelOn(event, 'mail', listener.preferences) }
}

/** Switches the mails of a link's kind off, or on again. Doing it twice does it once. */
export async function switchMails(app: App, token: string, isOn: boolean) {
  const { userId, event } = await findToken(app, token)
  await savePreferences(app.db, userId, [{ event, channel: 'mail', isOn }])
  return { event, isOn }
}

async function findToken(app: App, token: string) {
  const row = await app.db
    .selectFrom('unsubscribe_token')
    .where('token_hash', '=', hashOf(token))
    .select(['user_id', 'event'])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('link_invalid')
  return { userId: row.user_id, event: row.event as NotificationEvent }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
