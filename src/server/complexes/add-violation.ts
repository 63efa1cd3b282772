import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { checkDoor, checkPhotoOfNight } from './check-door.ts'
import { nightToWalk } from './check-night.ts'
import { findSameViolation, insertViolation, type NewViolation } from './night-queries.ts'

/** The same fault at the same door with the same photo is one. */
export async function addViolation(app: App, scope: CrewScope, violation: NewViolation) {
  return inTransaction(app.db, async (trx) => {
    const night = await nightToWalk(app, trx, scope, violation.visitId)
    await checkDoor(trx, night.complex_id, violation.buildingId, violation.unitLabel)
    await checkPhotoOfNight(trx, scope, violation.visitId, violation.photoId)
    const same = await findSameViolation(trx, violation)
    return {
      violationId: same ?? (await insertViolation(trx, scope, night, violation, app.ports.clock.now())),
    }
  })
}
