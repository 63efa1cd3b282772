import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { putIntoOutbox } from '../outbox/outbox.ts'
import type { Texter } from './port.ts'
import { readSignedForm, type Signing } from './signed-form.ts'

export type Home = { readonly secret: string; readonly origin: string }

export function createOutboxTexter(db: Db, clock: Clock, home: Home): Texter {
  return {
    send: ({ key, to, text, userId }) =>
      putIntoOutbox(db, clock.now(), { key, channel: 'sms', recipient: to, subject: '', body: text, userId }),
    readAnswer: (webhook) => readSignedForm(webhook, signingOf(home)),
  }
}

export function signingOf({ secret, origin }: Home): Signing {
  return { secret: `${secret}:sms`, url: `${origin}/api/sms-webhook` }
}
