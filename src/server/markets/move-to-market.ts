/** An operator of several cities puts another one on the desk. */
import type { App } from '../app.ts'
import { roleIn } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { putOnDesk } from './queries.ts'
import { inTransaction } from '../db/client.ts'

export function moveToMarket(app: App, scope: OperatorScope, marketId: string): Promise<void> {
  return inTransaction(app.db, async (db) => {
    if ((await roleIn(db, scope, marketId)) === null) throw new Refused('not_found')
    await putOnDesk(db, scope, marketId)
  })
}
