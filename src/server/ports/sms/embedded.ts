import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { putIntoOutbox } from '../outbox/outbox.ts'
import type { TextAnswer, Texter, TextWebhook } from './port.ts'
import { readSignedForm, type Signing, signForm } from './signed-form.ts'

type Home = { readonly secret: string; readonly origin: string }

export function createOutboxTexter(db: Db, clock: Clock, home: Home): Texter {
  return {
    send: ({ key, to, text, userId }) =>
      putIntoOutbox(db, clock.now(), { key, channel: 'sms', recipient: to, subject: '', body: text, userId }),
    readAnswer: (webhook) => readSignedForm(webhook, signingOf(home)),
  }
}

/** What the provider would send when somebody answers: for tests and the simulation, which have no phones. */
export function answerByPhone({ id, from, text }: TextAnswer, home: Home): TextWebhook {
  const form = new URLSearchParams({ MessageSid: id, From: from, Body: text })
  return { body: form.toString(), signature: signForm(form, signingOf(home)) }
}

function signingOf({ secret, origin }: Home): Signing {
  return { secret: `${secret}:sms`, url: `${origin}/api/sms-webhook` }
}
