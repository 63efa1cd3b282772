/** Moves orders, only along an edge of their graph. */
import { edgeOf } from '#domain/lifecycle.ts'
import { isEnded, ORDER_LIFECYCLE, type OrderActor, type OrderStep } from '#domain/ondemand/graph.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { type Order, type OrderColumns, saveOrder } from './order-queries.ts'

export type StepOfOrder = {
  readonly transition: OrderStep
  readonly by: OrderActor
  readonly now: Instant
  readonly columns?: OrderColumns
}

/** Throws wrong_state where the graph has no such edge. The caller has locked the order. */
export async function stepOrder(
  db: Db,
  order: Order,
  { transition, by, now, columns = {} }: StepOfOrder,
): Promise<void> {
  const edge = edgeOf(ORDER_LIFECYCLE, { transition, from: order.state, by })
  if (edge === undefined) throw new Refused('wrong_state')
  // A draft is a row of its own, and no edge leads back to one.
  if (edge.to === 'draft') throw new Refused('wrong_state')
  await saveOrder(db, order.id, {
    state: edge.to,
    updated_at: toTimestamp(now),
    ...(isEnded(edge.to) ? { ended_at: toTimestamp(now) } : {}),
    ...columns,
  })
}

export function canStepOrder(order: Order, transition: OrderStep, by: OrderActor): boolean {
  return edgeOf(ORDER_LIFECYCLE, { transition, from: order.state, by }) !== undefined
}
