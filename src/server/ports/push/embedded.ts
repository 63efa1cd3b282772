import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { putIntoOutbox } from '../outbox/outbox.ts'
import type { Pusher } from './port.ts'

export function createOutboxPusher(db: Db, clock: Clock): Pusher {
  return {
    send: ({ key, subscription, title, text, url, userId }) =>
      putIntoOutbox(db, clock.now(), {
        key,
        channel: 'push',
        recipient: subscription,
        subject: title,
        body: `${text}\n${url}`,
        userId,
      }),
  }
}
