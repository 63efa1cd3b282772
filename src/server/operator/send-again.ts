/** An operator has a message sent once more, to where the person is reached now. */
import type { OutboxMessageId } from '#domain/ids.ts'
import { isWayIn } from '#domain/notifications/ways-in.ts'
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { findContact, lockMessage, noteResent } from './outbox-queries.ts'
import { operatorTexts } from './texts.ts'

/** Nobody's mailbox is filled by an impatient hand. */
const PAUSE_MS = 5 * MINUTE_MS

type Row = {
  readonly channel: string
  readonly kind: string
  readonly body: string
  readonly attachments: readonly string[]
}

/** A paper is made anew where it belongs, and what lets somebody in ends with its first use. */
export function canResend(message: Row): boolean {
  return message.channel !== 'push' && !isWayIn(message) && message.attachments.length === 0
}

export function sendAgain(app: App, scope: OperatorScope, messageId: OutboxMessageId, now: Instant) {
  return inTransaction(
    app.db,
    async (db) => {
      const message = await lockMessage(db, scope, messageId)
      if (message === undefined) throw new Refused('not_found')
      const texts = operatorTexts[scope.locale]
      if (!canResend(message)) throw new Refused('conflict', { sentence: texts.cannotResend })
      if (message.resent_at !== null && message.resent_at > now - PAUSE_MS)
        throw new Refused('too_many_calls', { sentence: texts.resentJustNow })
      const count = await noteResent(db, messageId, now)
      const contact = message.user_id === null ? undefined : await findContact(db, message.user_id)
      const key = `${message.kind}:again:${messageId}:${count}`
      const to = (message.channel === 'mail' ? contact?.email : contact?.phone) ?? message.recipient
      const { subject, body: text, user_id: userId } = message
      if (message.channel === 'mail')
        await enqueue(db, 'send_mail', { key, to, subject, text, userId }, { now })
      else await enqueue(db, 'send_sms', { key, to, text, userId }, { now })
      await recordAudit(db, {
        at: now,
        actorId: scope.userId,
        action: 'resend_message',
        subject: userId ?? messageId,
        detail: { channel: message.channel, subject, kind: message.kind },
      })
      return { ok: true } as const
    },
    { isolation: 'read committed' },
  )
}
