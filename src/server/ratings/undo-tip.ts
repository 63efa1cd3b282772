import type { VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { lockVisitToRate } from './queries.ts'
import { findTip, removeWaitingTip } from './tip-queries.ts'

/** Takes back a tip that still waits. Once more it changes nothing; a tip that the crew knows of stays. */
export function undoTip(app: App, scope: CustomerScope, visitId: VisitId): Promise<void> {
  return inTransaction(
    app.db,
    async (db) => {
      if ((await lockVisitToRate(db, scope, visitId)) === undefined) throw new Refused('not_found')
      const given = await findTip(db, visitId)
      if (given !== undefined && given.waitsUntil === null) throw new Refused('already_tipped')
      await removeWaitingTip(db, visitId)
    },
    { isolation: 'read committed' },
  )
}
