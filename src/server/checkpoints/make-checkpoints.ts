import type { ComplexId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import { inTransaction } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { insertCheckpoints, listCheckpoints } from './queries.ts'
import { signNewCode } from './sign-code.ts'

/** Said twice, or twice at once, each building has one. */
export async function makeCheckpoints(app: App, scope: CustomerScope, complexId: ComplexId) {
  return inTransaction(app.db, async (trx) => {
    await findComplex(trx, scope, complexId)
    const without = (await listCheckpoints(trx, complexId)).filter(({ code }) => code === null)
    const codes = new Map(without.map(({ buildingId }) => [buildingId, signNewCode(app)]))
    return { madeCount: await insertCheckpoints(trx, complexId, codes, app.ports.clock.now()) }
  })
}
