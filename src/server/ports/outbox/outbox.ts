/** What left the house: a row for each message, once per key, with what the provider said of it last. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../../db/client.ts'

export type OutboxMessage = {
  readonly key: string
  readonly channel: 'mail' | 'sms' | 'push'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly userId: UserId | null
  /** Names of the files that went with it. */
  readonly attachments?: readonly string[]
}

/** The embedded way of "sending". */
export async function putIntoOutbox(db: Db, now: Instant, message: OutboxMessage): Promise<void> {
  await insertMessage(db, now, message)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What came of a try: `error` is the provider's own words, empty where it took the message. */
export async function noteTry(db: Db, now: Instant, message: OutboxMessage, error: string): Promise<void> {
  const state = error === '' ? 'sent' : 'failed'
  await insertMessage(db, now, message, { state, error })
    .onConflict((conflict) =>
      conflict.column('dedupe_key').doUpdateSet({
        state,
        last_error: error,
        // Where the embedded way wrote it a moment ago, that was this try.
        tries: sql<number>`case when outbox_message.state = 'failed' then outbox_message.tries + 1 else outbox_message.tries end`,
      }),
    )
    .execute()
}

function insertMessage(
  db: Db,
  now: Instant,
  message: OutboxMessage,
  { state, error }: { readonly state: 'sent' | 'failed'; readonly error: string } = {
    state: 'sent',
    error: '',
  },
) {
  return db.insertInto('outbox_message').values((eb) => ({
    channel: message.channel,
    recipient: message.recipient,
    subject: message.subject,
    body: message.body,
    dedupe_key: `${message.channel}:${message.key}`,
    user_id: message.userId,
    attachments: [...(message.attachments ?? [])],
    state,
    last_error: error,
    created_at: toTimestamp(now),
    // What goes to nobody we know is no market's, but where there is one only.
    market_id: eb.fn.coalesce(
      eb.selectFrom('users').where('id', '=', message.userId).select('market_id'),
      eb
        .selectFrom('market')
        .having((count) => count.fn.countAll(), '=', 1)
        .select((market) => market.fn.min('id').as('id')),
    ),
  }))
}
