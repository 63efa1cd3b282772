import { QUEUE_RULES, QUEUES } from '#contract/queue-kinds.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { countQueues, listOwnMarkets } from './queue-queries.ts'

/** Of each city that the operator runs by its role there, and of the one on the desk by itself. */
export async function countInMarkets(db: Db, scope: OperatorScope, now: Instant) {
  const markets = await Promise.all(
    (await listOwnMarkets(db, scope)).map(async ({ id, name, role }) => ({
      id,
      name,
      isCurrent: id === scope.marketId,
      counts: await countQueues(
        db,
        id,
        QUEUES.filter((kind) => mayDo(role, QUEUE_RULES[kind].seenWith)),
        now,
      ),
    })),
  )
  return { counts: markets.find(({ isCurrent }) => isCurrent)?.counts ?? {}, markets }
}
