/** An operator of several cities puts another one on the desk. */
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { addMembership, putOnDesk, runsMarket } from './queries.ts'
import { inTransaction } from '../db/client.ts'

export function moveToMarket(app: App, scope: OperatorScope, marketId: string): Promise<void> {
  return inTransaction(app.db, async (db) => {
    if (!(await runsMarket(db, scope, marketId))) throw new Refused('not_found')
    // The one that leaves the desk is still the operator's.
    await addMembership(db, scope.userId, scope.marketId)
    await putOnDesk(db, scope, marketId)
  })
}
