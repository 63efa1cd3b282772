import { exceptionsOn, progressOf } from '#domain/complexes/round.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { checkDoor, checkPhotoOfNight } from './check-door.ts'
import { nightToWalk } from './check-night.ts'
import { exceptionsFrom } from './exception-queries.ts'
import { buildingsOfNight, type DoorCheck, deleteCheck, saveCheck } from './night-queries.ts'

/** Checked again it is as it was checked last; the time of the first check stays. */
export async function checkBuilding(
  app: App,
  scope: CrewScope,
  check: DoorCheck & { readonly isDone: boolean },
) {
  return inTransaction(app.db, async (trx) => {
    const night = await nightToWalk(app, trx, scope, check.visitId)
    await checkDoor(trx, night.complex_id, check.buildingId, null)
    if (check.photoId !== null) await checkPhotoOfNight(trx, scope, check.visitId, check.photoId)
    if (check.isDone) await saveCheck(trx, scope, check, app.ports.clock.now())
    else await deleteCheck(trx, check)
    const rows = await buildingsOfNight(trx, night)
    const exceptions = exceptionsOn(await exceptionsFrom(trx, night.complex_id, night.date), night.date)
    return progressOf(
      rows.map((row) => ({ id: row.id, checkedAt: row.checked_at })),
      exceptions,
    )
  })
}
