/**
 * Every message that is handed to a provider is kept with what it said, so that operators see what left the house and
 * what did not. What lets somebody in is kept without its words where a real provider carries it: nobody reads it here.
 */
import type { Logger } from 'pino'
import { isWayIn } from '#domain/notifications/ways-in.ts'
import type { Db } from '../db/client.ts'
import { noteTry, type OutboxMessage } from './outbox/outbox.ts'
import type { Ports } from './port.ts'

type House = { readonly db: Db; readonly log: Logger }

export function withOutbox(ports: Ports, house: House): Ports {
  const kept = (message: OutboxMessage, send: () => Promise<void>) => keep(ports, house, message, send)
  return {
    ...ports,
    mail: {
      send: (mail) =>
        kept(
          {
            key: mail.key,
            channel: 'mail',
            recipient: mail.to,
            subject: mail.subject,
            body: mail.text,
            userId: mail.userId,
            attachments: (mail.attachments ?? []).map(({ fileName }) => fileName),
          },
          () => ports.mail.send(mail),
        ),
    },
    sms: {
      send: (text) =>
        kept(
          {
            key: text.key,
            channel: 'sms',
            recipient: text.to,
            subject: '',
            body: text.text,
            userId: text.userId,
          },
          () => ports.sms.send(text),
        ),
      readAnswer: (webhook) => ports.sms.readAnswer(webhook),
    },
    push: {
      send: (push) =>
        kept(
          {
            key: push.key,
            channel: 'push',
            recipient: serviceOf(push.subscription),
            subject: push.title,
            body: push.text,
            userId: push.userId,
          },
          () => ports.push.send(push),
        ),
    },
  }
}

/** A failure to write it down is no failure of the message. */
async function keep(
  { clock }: Ports,
  { db, log }: House,
  message: OutboxMessage,
  send: () => Promise<void>,
): Promise<void> {
  const kind = message.key.split(':')[0] ?? ''
  const shown = isWayIn({ kind, body: message.body }) ? { ...message, body: '' } : message
  const note = (error: string) =>
    noteTry(db, clock.now(), shown, error.slice(0, 300)).catch((failure: unknown) => {
      log.warn({ err: failure, code: 'outbox' }, 'a message could not be written down')
    })
  try {
    await send()
  } catch (error) {
    await note(error instanceof Error && error.message !== '' ? error.message : 'unknown')
    throw error
  }
  await note('')
}

/** Whoever has a subscription can write to the device: of it only the service is kept. */
function serviceOf(subscription: string): string {
  return /https:\/\/([^/"]+)/.exec(subscription)?.[1] ?? ''
}
