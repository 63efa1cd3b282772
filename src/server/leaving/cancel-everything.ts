/** Ends every weekly job and cancels every order of a customer, for no more than the fees that were shown. */
import type { Cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { endJobs } from '../jobs/cancel-weekly-job.ts'
import { lockJobsOf } from '../jobs/job-queries.ts'
import { cancelOrder } from '../ondemand/cancel-order.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { listLiveJobIds } from './queries.ts'
import { readLeaving } from './read-leaving.ts'

export type Cancelled = {
  readonly weeklyJobCount: number
  readonly orderCount: number
  readonly feeCents: Cents
}

/** A batch of jobs after another: whoever calls again goes on where it ended. */
export async function cancelEverything(
  app: App,
  scope: CustomerScope,
  { expectedFeeCents }: { readonly expectedFeeCents: Cents },
): Promise<Cancelled> {
  const { orders, feeCents } = await readLeaving(app, scope)
  if (feeCents > expectedFeeCents) throw new Refused('fee_changed')
  let orderCount = 0
  for (const { orderId, feeCents: orderFeeCents } of orders) {
    if (orderFeeCents === null) continue
    await cancelOrder(app, scope, { orderId, expectedFeeCents: orderFeeCents })
    orderCount += 1
  }
  let weeklyJobCount = 0
  for (;;) {
    const ended = await endSomeJobs(app, scope)
    if (ended === 0) return { weeklyJobCount, orderCount, feeCents }
    weeklyJobCount += ended
  }
}

function endSomeJobs(app: App, scope: CustomerScope): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    const ids = await listLiveJobIds(trx, scope)
    if (ids.length === 0) return 0
    const jobs = await lockJobsOf(trx, scope.userId, ids)
    await endJobs(app, trx, scope, jobs)
    return jobs.length
  })
}
