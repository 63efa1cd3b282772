import type { BuildingId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { saveNewCode } from './queries.ts'
import { signNewCode } from './sign-code.ts'

export async function replaceCode(app: App, scope: CustomerScope, buildingId: BuildingId): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    if (!(await saveNewCode(trx, scope, { buildingId, code: signNewCode(app), now })))
      throw new Refused('not_found')
  })
}
