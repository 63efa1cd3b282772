/** What waits, by queue: each is read by an index of its own, and bounded by the days that still matter. */
import { type RawBuilder, sql } from 'kysely'
import type { Queue } from '#contract/queue-kinds.ts'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

const PAGE = 50
const MOST_COUNTED = 100
/** Who took something and does nothing with it loses it to the others. */
const HELD_FOR_MS = 15 * MINUTE_MS

type Source = (now: RawBuilder<unknown>) => RawBuilder<unknown>

/** The days of visits are their places' own: a day before and after takes in every zone. */
const visits = (since: string, where: RawBuilder<unknown>, reason = 'null::text') =>
  sql`select visit.id, property.name as title, visit.service_key, crew.name as person, null::bigint as amount,
      property.time_zone, ${sql.raw(since)} as since, ${sql.raw(reason)} as reason, visit.customer_id as whose
    from visit join property on property.id = visit.property_id left join users crew on crew.id = visit.crew_id
    where ${where}`

const SOURCES: Readonly<Record<Queue, Source>> = {
  unassigned: (now) =>
    visits(
      'visit.starts_at',
      sql`visit.crew_id is null and visit.state in ('scheduled', 'reopened') and visit.ends_at > ${now}
        and visit.date between (${now})::date - 1 and (${now})::date + 7`,
    ),
  unconfirmed: (now) =>
    visits(
      'visit.starts_at',
      sql`visit.crew_id is not null and visit.state = 'scheduled' and visit.ends_at > ${now}
        and visit.ends_at < ${now} + interval '3 days'`,
    ),
  late: (now) =>
    visits(
      'visit.ends_at',
      sql`visit.state in ('scheduled', 'confirmed', 'en_route', 'reopened') and visit.crew_id is not null
        and visit.ends_at <= ${now} and visit.ends_at > ${now} - interval '1 day'`,
    ),
  missed: (now) =>
    visits(
      'visit.ends_at',
      sql`visit.state = 'missed' and visit.date > (${now})::date - 14`,
      'visit.missed_reason',
    ),
  flagged: (now) =>
    visits(
      'visit.completed_at',
      sql`visit.is_flagged and visit.state = 'completed' and visit.date > (${now})::date - 28`,
    ),
  declined: () =>
    sql`select payment.id, customer.name as title, null::text as service_key, null::text as person,
        payment.total_cents as amount, customer.time_zone, coalesce(payment.first_failed_at, payment.created_at) as since,
        payment.last_decline as reason, payment.customer_id as whose
      from payment join users customer on customer.id = payment.customer_id
      where payment.state = 'declined' and payment.kind <> 'invoice_part'`,
  failed_payouts: (now) =>
    sql`select payout.id, crew.name as title, null::text as service_key, null::text as person,
        payout.amount_cents as amount, crew.time_zone, payout.created_at as since, payout.failure as reason,
        payout.crew_id as whose
      from payout join users crew on crew.id = payout.crew_id
      where payout.state = 'failed' and payout.created_at > ${now} - interval '28 days'`,
}

export type QueueRow = {
  readonly id: string
  readonly mark: string
  readonly title: string
  readonly service_key: string | null
  readonly person: string | null
  readonly amount: number | null
  readonly time_zone: string
  readonly since: Instant
  readonly reason: string | null
  readonly owner_id: UserId | null
  readonly owner_name: string | null
  readonly taken_at: Instant | null
}

export async function listQueue(
  db: Db,
  { marketId }: OperatorScope,
  { kind, cursor, now }: { kind: Queue; cursor?: string | undefined; now: Instant },
) {
  const mark = readTimeMark(cursor)
  const beyond =
    mark === undefined
      ? sql``
      : sql`and (waits.since, waits.id) > (${mark.value}::timestamptz, ${mark.id}::uuid)`
  const { rows } = await sql<QueueRow>`
    select waits.id, waits.title, waits.service_key, waits.person, waits.amount, waits.time_zone, waits.since,
      waits.since::text as mark, waits.reason, owner.id as owner_id, owner.name as owner_name,
      case when owner.id is not null then item.taken_at end as taken_at
    from (${waitingIn(kind, marketId, now)}) as waits
    left join queue_item item on item.kind = ${kind} and item.subject_id = waits.id
      and item.taken_at > ${heldSince(now)}
    left join users owner on owner.id = item.owner_id
    where true ${beyond}
    order by waits.since, waits.id limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

/** Each counted up to `MOST_COUNTED`. */
export async function countQueues(
  db: Db,
  scope: OperatorScope,
  now: Instant,
): Promise<Record<Queue, number>> {
  const count = (kind: Queue) => countQueue(db, scope, kind, now)
  const [unassigned, unconfirmed, late, missed, flagged, declined, failedPayouts] = await Promise.all([
    count('unassigned'),
    count('unconfirmed'),
    count('late'),
    count('missed'),
    count('flagged'),
    count('declined'),
    count('failed_payouts'),
  ])
  return { unassigned, unconfirmed, late, missed, flagged, declined, failed_payouts: failedPayouts }
}

async function countQueue(db: Db, scope: OperatorScope, kind: Queue, now: Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${waitingIn(kind, scope.marketId, now)} limit ${MOST_COUNTED}) as waits
  `.execute(db)
  return rows[0]!.count
}

/** Whether it waits in this queue of the operator's market. */
export async function isWaiting(
  db: Db,
  scope: OperatorScope,
  { kind, id }: { kind: Queue; id: string },
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    select from (${waitingIn(kind, scope.marketId, now)}) as waits where waits.id = ${id}
  `.execute(db)
  return rows.length > 0
}

function waitingIn(kind: Queue, marketId: string, now: Instant) {
  const at = sql`${toTimestamp(now)}::timestamptz`
  return sql`select source.* from (${SOURCES[kind](at)}) as source
    join users whose on whose.id = source.whose and whose.market_id = ${marketId}
    where not exists (
      select from queue_item done
      where done.kind = ${kind} and done.subject_id = source.id and done.settled_at is not null
    )`
}

const heldSince = (now: Instant) => sql`${toTimestamp(instant(now - HELD_FOR_MS))}::timestamptz`

/** No queue reaches back so far. */
const KEPT_FOR_MS = 60 * DAY_MS

export async function forgetOldItems(db: Db, now: Instant): Promise<void> {
  await db
    .deleteFrom('queue_item')
    .where('taken_at', '<=', toTimestamp(instant(now - KEPT_FOR_MS)))
    .execute()
}

/** Of two who take it at once one has it; undefined where somebody else holds it. */
export async function takeItem(
  db: Db,
  { userId }: OperatorScope,
  { kind, id }: { kind: Queue; id: string },
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into queue_item (kind, subject_id, owner_id, taken_at)
    values (${kind}, ${id}, ${userId}, ${toTimestamp(now)})
    on conflict (kind, subject_id) do update set owner_id = excluded.owner_id, taken_at = excluded.taken_at
    where queue_item.settled_at is null
      and (queue_item.owner_id = excluded.owner_id or queue_item.taken_at <= ${heldSince(now)})
    returning kind
  `.execute(db)
  return rows.length > 0
}

export async function leaveItem(
  db: Db,
  { userId }: OperatorScope,
  { kind, id }: { kind: Queue; id: string },
): Promise<void> {
  await db
    .deleteFrom('queue_item')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('owner_id', '=', userId)
    .where('settled_at', 'is', null)
    .execute()
}

export async function settleItem(
  db: Db,
  { userId }: OperatorScope,
  { kind, id }: { kind: Queue; id: string },
  now: Instant,
): Promise<void> {
  const at = toTimestamp(now)
  await db
    .insertInto('queue_item')
    .values({ kind, subject_id: id, owner_id: userId, taken_at: at, settled_at: at })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).doUpdateSet({ owner_id: userId, settled_at: at }),
    )
    .execute()
}
