/** Our rows of what cards hold back, as a run goes through them. */
import { sql } from 'kysely'
import type { ReconcileRunId } from '#domain/ids.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Hold } from '../ports/payments/port.ts'
import type { Run } from './run-queries.ts'

type Held = {
  readonly id: string
  readonly intentId: string
  readonly amountCents: number
  readonly marketId: string | null
}

/** Ours among those of the provider's list, by its ids; they are marked as listed. */
export async function markListed(
  db: Db,
  runId: ReconcileRunId,
  page: readonly Hold[],
): Promise<ReadonlyMap<string, Held>> {
  const rows = await db
    .updateTable('card_hold')
    .set({ listed_in: runId })
    .from('on_demand_order')
    .innerJoin('users', 'users.id', 'on_demand_order.customer_id')
    .whereRef('on_demand_order.id', '=', 'card_hold.order_id')
    .where('card_hold.state', '=', 'held')
    .where(
      'card_hold.provider_intent_id',
      'in',
      page.map(({ intentId }) => intentId),
    )
    .returning(['card_hold.id', 'card_hold.provider_intent_id', 'card_hold.amount_cents', 'users.market_id'])
    .execute()
  return new Map(rows.map((row) => [row.provider_intent_id!, toHeld(row)]))
}

/** Held by our rows since before the run, and not in the provider's list: a page of them, by id. */
export async function listUnlisted(db: Db, run: Run, limit: number): Promise<Held[]> {
  const rows = await db
    .selectFrom('card_hold')
    .innerJoin('on_demand_order', 'on_demand_order.id', 'card_hold.order_id')
    .innerJoin('users', 'users.id', 'on_demand_order.customer_id')
    .where('card_hold.state', '=', 'held')
    .where('card_hold.created_at', '<', toTimestamp(run.started_at))
    .where(sql<boolean>`card_hold.listed_in is distinct from ${run.id}::uuid`)
    .$if(run.after !== null, (query) => query.where(sql<boolean>`card_hold.id > ${run.after}::uuid`))
    .orderBy('card_hold.id')
    .limit(limit)
    .select(['card_hold.id', 'card_hold.provider_intent_id', 'card_hold.amount_cents', 'users.market_id'])
    .execute()
  return rows.map(toHeld)
}

export async function countHeld(db: Db) {
  const rows = await db
    .selectFrom('card_hold')
    .innerJoin('on_demand_order', 'on_demand_order.id', 'card_hold.order_id')
    .innerJoin('users', 'users.id', 'on_demand_order.customer_id')
    .where('card_hold.state', '=', 'held')
    .groupBy('users.market_id')
    .select([
      'users.market_id',
      sql<number>`count(*)::bigint`.as('count'),
      sql<number>`sum(card_hold.amount_cents)::bigint`.as('amount'),
    ])
    .execute()
  return rows.map((row) => ({ marketId: row.market_id, count: row.count, amountCents: row.amount }))
}

function toHeld(row: {
  id: string
  provider_intent_id: string | null
  amount_cents: number
  market_id: string
}): Held {
  return {
    id: row.id,
    intentId: row.provider_intent_id!,
    amountCents: row.amount_cents,
    marketId: row.market_id,
  }
}
