import type { Db } from '../../app.ts'
import type { Clock } from '../clock/port.ts'
import { putIntoOutbox } from '../outbox.ts'
import type { Texter } from './port.ts'

export function createOutboxTexter(db: Db, clock: Clock): Texter {
  return {
    send: ({ key, to, text, userId }) =>
      putIntoOutbox(db, clock.now(), { key, channel: 'sms', recipient: to, subject: '', body: text, userId }),
  }
}
