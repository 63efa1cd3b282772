/** The queue: many tasks put into it at once, and when each lane has work next. */
import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from './kinds.ts'
import { LANE_NAMES, LANE_OF, type Lane } from './lanes.ts'
import { type OwnedBy, ownerOf } from './markets.ts'

/** The markets that have work in a lane, due or not: one look into the index for each. */
export function marketsIn(lane: RawBuilder<unknown>): RawBuilder<{ market_id: string }> {
  const next = (behind: RawBuilder<unknown>) => sql`
    select market_id from task where lane = ${lane} and parked_at is null ${behind} order by market_id limit 1`
  return sql`
    with recursive market as (
      (${next(sql``)})
      union all
      select (${next(sql`and market_id > market.market_id`)}) from market where market.market_id is not null
    )
    select market_id from market where market_id is not null
  `
}

/** One look into the index for each lane and market, however much waits. Lanes without work are left out. */
export async function nextByLane(db: Db): Promise<ReadonlyMap<Lane, Instant>> {
  const { rows } = await sql<{ lane: Lane; run_at: Instant }>`
    select lane, min(next.run_at) as run_at
    from unnest(${LANE_NAMES}::text[]) as lane
    cross join lateral (${marketsIn(sql`lane.lane`)}) as market
    cross join lateral (
      select run_at from task
      where task.lane = lane.lane and task.market_id = market.market_id and parked_at is null
      order by run_at limit 1
    ) as next
    group by lane
  `.execute(db)
  return new Map(rows.map((row) => [row.lane, row.run_at]))
}

export type EnqueueOptions = {
  readonly now: Instant
  /** Not before this moment; absent means at once. */
  readonly runAt?: Instant
  /** While a task of the kind with this key waits, another is not added. One that was given up does not wait. */
  readonly dedupeKey?: string | null
}

export type TaskToDo = ReturnType<typeof taskRow>

export function taskRow<Kind extends TaskKind>(
  kind: Kind,
  payload: TaskPayloads[Kind],
  { now, runAt = now, dedupeKey = null }: EnqueueOptions,
) {
  const [run_at, created_at] = [toTimestamp(runAt), toTimestamp(now)]
  const [owned_by, owner_id] = ownerOf(kind, payload) ?? [null, null]
  const task = { kind, lane: LANE_OF[kind], payload, run_at, created_at, dedupe_key: dedupeKey }
  return { ...task, owned_by, owner_id }
}

/**
 * All of them in one statement, however many there are. What many have alike is said once: lists of thousands of equal
 * words take longer to read than the tasks take to store.
 */
export async function enqueueAll(db: Db, tasks: readonly TaskToDo[]): Promise<void> {
  if (tasks.length === 0) return
  await sql`
    insert into task (kind, lane, market_id, payload, run_at, created_at, dedupe_key)
    select kind, lane, coalesce(${marketOf(tasks)}, ''), payload, run_at, created_at, dedupe_key
    from jsonb_to_recordset(${JSON.stringify(alikeOf(tasks))}::jsonb)
      as alike (kind text, lane text, owned_by text, run_at timestamptz, created_at timestamptz, tasks jsonb)
    cross join lateral (
      select task -> 0 as payload, task ->> 1 as owner_id, task ->> 2 as dedupe_key
      from jsonb_array_elements(alike.tasks) as task
    ) as due
    ${tasks.some(({ dedupe_key }) => dedupe_key !== null) ? sql`on conflict do nothing` : sql``}
  `.execute(db)
}

/** Neighbours that differ in nothing but payload, owner and key are together: the order stays. */
function alikeOf(tasks: readonly TaskToDo[]) {
  const groups: TaskToDo[][] = []
  for (const task of tasks) {
    const group = groups.at(-1)
    if (group !== undefined && isAlike(group[0]!, task)) group.push(task)
    else groups.push([task])
  }
  return groups.map((alike) => {
    const { kind, lane, owned_by, run_at, created_at } = alike[0]!
    const each = alike.map(({ payload, owner_id, dedupe_key }) => [payload, owner_id, dedupe_key])
    return { kind, lane, owned_by, run_at, created_at, tasks: each }
  })
}

function isAlike(a: TaskToDo, b: TaskToDo): boolean {
  return (
    a.kind === b.kind &&
    a.owned_by === b.owned_by &&
    a.run_at.getTime() === b.run_at.getTime() &&
    a.created_at.getTime() === b.created_at.getTime()
  )
}

/** One look into an index for each step of the way; what is no id, or of a row that is gone, is of no market. */
const WAYS: Readonly<Record<Exclude<OwnedBy, 'market'>, ReturnType<typeof sql>>> = {
  user: sql`users where users.id = owner.id`,
  payment: sql`payment join users on users.id = payment.customer_id where payment.id = owner.id`,
  payout: sql`payout join users on users.id = payout.crew_id where payout.id = owner.id`,
  refund: sql`refund join payment on payment.id = refund.payment_id
    join users on users.id = payment.customer_id where refund.id = owner.id`,
  invoice: sql`invoice join users on users.id = invoice.customer_id where invoice.id = owner.id`,
  order: sql`on_demand_order as ordered join users on users.id = ordered.customer_id where ordered.id = owner.id`,
  hold: sql`card_hold join on_demand_order as ordered on ordered.id = card_hold.order_id
    join users on users.id = ordered.customer_id where card_hold.id = owner.id`,
  visit: sql`visit join users on users.id = visit.customer_id where visit.id = owner.id`,
  tip: sql`tip join users on users.id = tip.customer_id where tip.id = owner.id`,
  notice: sql`notice join users on users.id = notice.user_id where notice.id = owner.id`,
  pushed_day: sql`pushed_day as users where users.id = owner.id`,
  plan: sql`dispatch_plan as users where users.id = owner.id`,
  import: sql`property_import join users on users.id = property_import.customer_id where property_import.id = owner.id`,
  source: sql`stay_source join property on property.id = stay_source.property_id
    join users on users.id = property.customer_id where stay_source.id = owner.id`,
  account: sql`hospitable_account join users on users.id = hospitable_account.customer_id
    where hospitable_account.id = owner.id`,
  export: sql`data_export join users on users.id = data_export.user_id where data_export.id = owner.id`,
  approval: sql`approval as users where users.id = owner.id`,
}

const UUID = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')

/** Of the ways only those that are gone: the others would be planned with each statement. */
function marketOf(tasks: readonly TaskToDo[]) {
  const ways = [...new Set(tasks.map(({ owned_by }) => owned_by))].flatMap((by) =>
    by === null || by === 'market'
      ? []
      : [
          sql`when owned_by = ${sql.lit(by)} and owner_id ~ ${UUID} then (
          select users.market_id from (select owner_id::uuid as id) as owner cross join lateral (
            select users.market_id from ${WAYS[by]}
          ) as users
        )`,
        ],
  )
  return sql`case when owned_by = 'market' then owner_id ${sql.join(ways, sql` `)} end`
}
