/** What left the house, by index of whatever it is asked for, and what is needed to send it once more. */
import { sql } from 'kysely'
import type { OutboxMessageId, UserId } from '#domain/ids.ts'
import { addDays, DAY_MS, type Instant, instant, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

const PAGE = 50
const MOST_FAILING = 20
const MOST_KINDS = 100
const FAILING_DAYS = 7
const KINDS_DAYS = 30

type Asked = {
  readonly cursor?: string | undefined
  readonly channel?: 'mail' | 'sms' | 'push' | undefined
  readonly state?: 'sent' | 'failed' | undefined
  readonly kind?: string | undefined
  readonly personId?: UserId | undefined
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

export async function listOutbox(db: Db, scope: OperatorScope, asked: Asked, zone: string) {
  const after = readTimeMark(asked.cursor)
  const midnight = (day: LocalDate) => toTimestamp(instantAt(day, localTime('00:00'), zone))
  const rows = await db
    .selectFrom('outbox_message as message')
    .leftJoin('users as person', 'person.id', 'message.user_id')
    .where('message.market_id', '=', scope.marketId)
    .$if(asked.channel !== undefined, (query) => query.where('message.channel', '=', asked.channel!))
    .$if(asked.state !== undefined, (query) => query.where('message.state', '=', asked.state!))
    .$if(asked.kind !== undefined, (query) => query.where('message.kind', '=', asked.kind!))
    .$if(asked.personId !== undefined, (query) => query.where('message.user_id', '=', asked.personId!))
    .$if(asked.from !== undefined, (query) => query.where('message.created_at', '>=', midnight(asked.from!)))
    .$if(asked.to !== undefined, (query) =>
      query.where('message.created_at', '<', midnight(addDays(asked.to!, 1))),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(message.created_at, message.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(PAGE + 1)
    .selectAll('message')
    .select(['person.name as person_name', sql<string>`message.created_at::text`.as('mark')])
    .execute()
  return pageOf(rows, PAGE)
}

export async function listFailing(db: Db, { marketId }: OperatorScope, now: Instant) {
  const { rows } = await sql<{ recipient: string; count: number; last_error: string; last_at: Instant }>`
    select recipient, count(*) as count, (array_agg(last_error order by created_at desc))[1] as last_error,
      max(created_at) as last_at
    from outbox_message
    where market_id = ${marketId} and state = 'failed'
      and created_at > ${toTimestamp(instant(now - FAILING_DAYS * DAY_MS))}::timestamptz
    group by recipient order by count(*) desc, recipient limit ${MOST_FAILING}
  `.execute(db)
  return rows
}

/** Steps from name to name along the index, however many messages there are of each. */
export async function listKinds(db: Db, { marketId }: OperatorScope, now: Instant): Promise<string[]> {
  const since = sql`${toTimestamp(instant(now - KINDS_DAYS * DAY_MS))}::timestamptz`
  const { rows } = await sql<{ kind: string }>`
    with recursive step as (
      (select kind from outbox_message where market_id = ${marketId} order by kind limit 1)
      union all
      select (select kind from outbox_message
        where market_id = ${marketId} and kind > step.kind order by kind limit 1)
      from step where step.kind is not null
    )
    select kind from step where kind is not null and exists (
      select from outbox_message m
      where m.market_id = ${marketId} and m.kind = step.kind and m.created_at > ${since}
    ) limit ${MOST_KINDS}
  `.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Locked, so that two who press at once send it once. */
export function lockMessage(db: Db, { marketId }: OperatorScope, id: OutboxMessageId) {
  return db
    .selectFrom('outbox_message')
    .where('id', '=', id)
    .where('market_id', '=', marketId)
    .forUpdate()
    .select(['id', 'channel', 'kind', 'recipient', 'subject', 'body', 'attachments', 'user_id', 'resent_at'])
    .executeTakeFirst()
}

export async function noteResent(db: Db, id: OutboxMessageId, now: Instant): Promise<number> {
  const { resent_count: count } = await db
    .updateTable('outbox_message')
    .set({ resent_at: toTimestamp(now), resent_count: sql<number>`resent_count + 1` })
    .where('id', '=', id)
    .returning('resent_count')
    .executeTakeFirstOrThrow()
  return count
}

/** Where somebody is reached today. */
export function findContact(db: Db, userId: UserId) {
  return db.selectFrom('users').where('id', '=', userId).select(['email', 'phone']).executeTakeFirst()
}
