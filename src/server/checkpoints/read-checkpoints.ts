import { writeCheckpointCode } from '#domain/complexes/checkpoints.ts'
import type { ComplexId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { listCheckpoints } from './queries.ts'

export async function readCheckpoints(app: App, scope: CustomerScope, complexId: ComplexId) {
  await findComplex(app.db, scope, complexId)
  const rows = await listCheckpoints(app.db, complexId)
  return {
    checkpoints: rows.map((row) => ({
      ...row,
      code: row.code === null ? null : writeCheckpointCode(row.code),
    })),
  }
}
