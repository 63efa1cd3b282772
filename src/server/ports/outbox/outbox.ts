/** The embedded way of "sending": a row in the outbox, once per key, readable by the operator in development. */
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

export async function putIntoOutbox(db: Db, now: Instant, message: OutboxMessage): Promise<void> {
  await db
    .insertInto('outbox_message')
    .values((eb) => ({
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject,
      body: message.body,
      dedupe_key: `${message.channel}:${message.key}`,
      user_id: message.userId,
      attachments: [...(message.attachments ?? [])],
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
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
