/** Reading what waits, and how much. */
import { sql } from 'kysely'
import { type QUEUE_OWNERS, QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { containing, type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'
import { heldSince } from './owner-queries.ts'
import { marketOf, waitingIn } from './source-queries.ts'

const PAGE = 50
const MOST_COUNTED = 100

export type QueueRow = {
  readonly id: string
  readonly mark: string
  readonly title: string
  readonly service_key: string | null
  readonly person: string | null
  readonly amount: number | null
  readonly time_zone: string
  readonly since: Instant
  readonly is_anytime: boolean | null
  readonly due_at: Instant | null
  readonly reason: string | null
  readonly visit_id: string | null
  readonly person_id: string | null
  readonly payment_id: string | null
  readonly owner_id: UserId | null
  readonly owner_name: string | null
  readonly taken_at: Instant | null
}

type Asked = {
  readonly kind: Queue
  readonly cursor?: string | undefined
  readonly owner: (typeof QUEUE_OWNERS)[number]
  readonly serviceKey: string
  readonly text: string
  readonly waitsHours: number
  readonly now: Instant
}

export async function listQueue(db: Db, scope: OperatorScope, asked: Asked) {
  const { kind, now } = asked
  const mark = readTimeMark(asked.cursor, NUMBER_OR_UUID)
  const conditions = [
    sql`true`,
    ...(mark === undefined ? [] : [sql`(waits.since, waits.id) > (${mark.value}::timestamptz, ${mark.id})`]),
    ...(asked.owner === 'me' ? [sql`owner.id = ${scope.userId}`] : []),
    ...(asked.owner === 'nobody' ? [sql`owner.id is null`] : []),
    ...(asked.serviceKey === '' ? [] : [sql`waits.service_key = ${asked.serviceKey}`]),
    ...(asked.text === ''
      ? []
      : [sql`(waits.title ilike ${containing(asked.text)} or waits.person ilike ${containing(asked.text)})`]),
    ...(asked.waitsHours === 0
      ? []
      : [sql`waits.since <= ${toTimestamp(instant(now - asked.waitsHours * HOUR_MS))}::timestamptz`]),
  ]
  const { rows } = await sql<QueueRow>`
    select waits.*, waits.since::text as mark, (
        select visit.ends_at - visit.starts_at >= ${WHOLE_DAY} from visit where visit.id = waits.visit_id::uuid
      ) as is_anytime, owner.id as owner_id, owner.name as owner_name,
      case when owner.id is not null then item.taken_at end as taken_at
    from (${waitingIn(kind, marketOf(scope.marketId), at(now))}) as waits
    left join queue_item item on item.kind = ${kind} and item.subject_id = waits.id
      and item.taken_at > ${heldSince(now)}
    left join users owner on owner.id = item.owner_id
    where ${sql.join(conditions, sql` and `)}
    order by waits.since, waits.id limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

/** A window as long as its day says no hour; the day on which clocks go forward has 23. */
const WHOLE_DAY = sql`interval '23 hours'`

const NUMBER_OR_UUID = /^[0-9a-f-]{1,40}$/

export type Counted = { readonly marketId: string; readonly kinds: readonly Queue[] }

/**
 * Each counted up to `MOST_COUNTED`, all by one statement: planning fifteen questions costs more than answering them, and
 * is done once for all markets.
 */
export async function countQueues(
  db: Db,
  markets: readonly Counted[],
  now: Instant,
): Promise<ReadonlyMap<string, Partial<Record<Queue, number>>>> {
  const own = { id: sql`own.id`, zone: sql`own.time_zone` }
  const counts = QUEUES.flatMap((kind) => {
    const ids = markets.flatMap(({ marketId, kinds }) => (kinds.includes(kind) ? [marketId] : []))
    if (ids.length === 0) return []
    return sql`select ${kind} as kind, own.id as market_id, (
        select count(*) from (${waitingIn(kind, own, at(now))} limit ${MOST_COUNTED}) as waits
      ) as count from market own where own.id = any(${ids})`
  })
  if (counts.length === 0) return new Map()
  const { rows } = await sql<{ kind: Queue; market_id: string; count: number }>`
    ${sql.join(counts, sql` union all `)}
  `.execute(db)
  return new Map(
    Map.groupBy(rows, ({ market_id }) => market_id)
      .entries()
      .map(([id, ofMarket]) => [id, Object.fromEntries(ofMarket.map(({ kind, count }) => [kind, count]))]),
  )
}

/** Whether it waits in this queue of the operator's market. */
export async function isWaiting(
  db: Db,
  { marketId }: OperatorScope,
  { kind, id }: { kind: Queue; id: string },
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    select from (${waitingIn(kind, marketOf(marketId), at(now))}) as waits where waits.id = ${id}
  `.execute(db)
  return rows.length > 0
}

/** The markets that the operator runs, by name, with its role in each. */
export function listOwnMarkets(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('market')
    .innerJoin('users', (join) => join.on('users.id', '=', scope.userId))
    .leftJoin('operator_market', (join) =>
      join
        .onRef('operator_market.user_id', '=', 'users.id')
        .onRef('operator_market.market_id', '=', 'market.id'),
    )
    .where((eb) =>
      eb.or([eb('users.staff_role', 'is not', null), eb('operator_market.role', 'is not', null)]),
    )
    .orderBy('market.name')
    .orderBy('market.id')
    .limit(MOST_MARKETS)
    .select((eb) => [
      'market.id',
      'market.name',
      eb.fn.coalesce('users.staff_role', 'operator_market.role').as('role'),
    ])
    .execute()
}

const MOST_MARKETS = 20

const at = (now: Instant) => sql`${toTimestamp(now)}::timestamptz`
