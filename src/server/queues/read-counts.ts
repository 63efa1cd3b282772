import { QUEUE_RULES, QUEUES } from '#contract/queue-kinds.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { countQueues, listOwnMarkets } from './queue-queries.ts'

/** Of each city that the operator runs by its role there, and of the one on the desk by itself. */
export async function countInMarkets(db: Db, scope: OperatorScope, now: Instant) {
  const own = await listOwnMarkets(db, scope)
  const seen = own.map(({ id, role }) => ({
    marketId: id,
    kinds: QUEUES.filter((kind) => mayDo(role, QUEUE_RULES[kind].seenWith)),
  }))
  const countsOf = await countQueues(db, seen, now)
  const markets = own.map(({ id, name }) => ({
    id,
    name,
    isCurrent: id === scope.marketId,
    counts: countsOf.get(id) ?? {},
  }))
  return { counts: markets.find(({ isCurrent }) => isCurrent)?.counts ?? {}, markets }
}
