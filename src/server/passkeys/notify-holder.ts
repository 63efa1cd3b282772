import { deviceName } from '#domain/accounts/device-name.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { enqueue } from '../tasks/queue.ts'
import { listSessions } from '../users/session-queries.ts'
import { findHolder } from './queries.ts'
import { passkeyTexts } from './texts.ts'

const SESSIONS_NAMED = 5

/** Whoever holds the account learns of every passkey that comes or goes, and where else it is open. */
export async function notifyHolder(
  app: App,
  trx: Db,
  { sessionId, scope }: Session,
  change: { readonly what: 'added' | 'removed'; readonly name: string },
): Promise<void> {
  const now = app.ports.clock.now()
  const { userId } = scope
  const holder = await findHolder(trx, userId)
  const key = `passkey:${change.what}:${userId}:${now}`
  const texts = passkeyTexts[holder.locale]
  const url = `${app.config.http.origin}/account`
  if (holder.holds_email) {
    const others = (await listSessions(trx, scope))
      .filter(({ id }) => id !== sessionId)
      .slice(0, SESSIONS_NAMED)
      .map((row) => texts.session(deviceName(row.user_agent), dateAt(row.last_seen_at, holder.time_zone)))
    const { subject, text } = texts[change.what](holder.name, { name: change.name, others, url })
    await enqueue(trx, 'send_mail', { key, to: holder.email, subject, text, userId }, { now })
  } else if (holder.holds_phone && holder.phone !== null) {
    const text = texts.byText[change.what](change.name, url)
    await enqueue(trx, 'send_sms', { key, to: holder.phone, text, userId }, { now })
  }
}
