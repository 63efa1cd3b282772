import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { putIntoOutbox } from '../outbox/outbox.ts'
import type { Mailer } from './port.ts'

export function createOutboxMailer(db: Db, clock: Clock): Mailer {
  return {
    send: ({ key, to, subject, text, userId, attachments = [] }) =>
      putIntoOutbox(db, clock.now(), {
        key,
        channel: 'mail',
        recipient: to,
        subject,
        body: text,
        userId,
        attachments: attachments.map(({ fileName }) => fileName),
      }),
  }
}
