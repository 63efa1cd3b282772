import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { checkDoor } from './check-door.ts'
import { insertException, type NewException } from './exception-queries.ts'
import { findComplex } from './queries.ts'

/** For tonight or later: nights that were are as they were. */
export async function addException(app: App, scope: CustomerScope, input: NewException) {
  return inTransaction(app.db, async (trx) => {
    const complex = await findComplex(trx, scope, input.complexId)
    const now = app.ports.clock.now()
    if (input.to < dateAt(now, complex.time_zone)) throw new Refused('in_the_past', { at: 'to' })
    if (input.buildingId !== null) await checkDoor(trx, input.complexId, input.buildingId, input.unitLabel)
    return { exceptionId: await insertException(trx, input, now) }
  })
}
