/** One night at a complex: which buildings were done, when, with which photo; what was left out and what was wrong. */

import { firstName } from '#domain/accounts/first-name.ts'
import { exceptionsOn, isLeftOut, unitsLeftOut } from '#domain/complexes/round.ts'
import type { PhotoId, VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { toBuilding } from './building-queries.ts'
import { exceptionsFrom } from './exception-queries.ts'
import { buildingsOfNight, findNight, violationsOf } from './night-queries.ts'

type PhotoColumns = { readonly id: PhotoId; readonly width: number; readonly height: number }

/** The night of a customer's own complex, or of a crew's own visit; of nobody else. */
export async function readRound(app: App, scope: CustomerScope | CrewScope, visitId: VisitId) {
  const night = await findNight(app.db, scope, visitId)
  const [buildings, exceptions, violations] = await Promise.all([
    buildingsOfNight(app.db, night),
    exceptionsFrom(app.db, night.complex_id, night.date),
    violationsOf(app.db, visitId),
  ])
  const tonight = exceptionsOn(exceptions, night.date)
  return {
    night,
    hasCheckpoints: buildings.some((row) => row.code_made_at !== null),
    round: {
      visitId,
      complexId: night.complex_id,
      complexName: night.complex_name,
      date: night.date,
      timeZone: night.time_zone,
      serviceKey: night.service_key,
      state: night.state,
      startedAt: night.started_at,
      completedAt: night.completed_at,
      crewFirstName: night.crew_name === null ? null : firstName(night.crew_name),
      buildings: buildings.map((row) => ({
        ...toBuilding(row),
        isLeftOut: isLeftOut(tonight, row.id),
        unitsLeftOut: unitsLeftOut(tonight, row.id),
        checkedAt: row.checked_at,
        passed: passOf(row),
        photo: row.photo_id === null ? null : toPhotoReply(app, photoOf(row)),
      })),
      exceptions: tonight,
      violations: violations.map((row) => ({
        id: row.id,
        buildingId: row.building_id,
        buildingName: row.building_name,
        unitLabel: row.unit_label,
        kind: row.kind,
        note: row.note,
        reportedAt: row.reported_at,
        photo: toPhotoReply(app, photoOf(row)),
      })),
    },
  }
}

/** By the code that hangs at the building. */
function passOf(row: Awaited<ReturnType<typeof buildingsOfNight>>[number]) {
  if (row.passed_at === null || row.is_typed === null || row.passer_name === null) return null
  const { passed_at: at, is_typed: isTyped, distance_feet: distanceFeet } = row
  return { at, isTyped, distanceFeet, crewFirstName: firstName(row.passer_name) }
}

function photoOf(row: {
  photo_id: PhotoId | null
  width: number | null
  height: number | null
}): PhotoColumns {
  return { id: row.photo_id!, width: row.width!, height: row.height! }
}
