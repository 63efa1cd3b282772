/** A crew stands at a building: its code counts once a night, during the own visit there, and marks the building. */
import { decidePass, readCheckpointCode } from '#domain/complexes/checkpoints.ts'
import { distanceFeet } from '#domain/geo.ts'
import type { VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findNight, saveCheck } from '../complexes/night-queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { findCheckpoint, savePass } from './queries.ts'
import { isSignedCode } from './sign-code.ts'

type Said = {
  readonly visitId: VisitId
  readonly code: string
  readonly isTyped: boolean
  readonly at?: Instant | undefined
  readonly lat?: number | undefined
  readonly lng?: number | undefined
}

export async function recordPass(app: App, scope: CrewScope, said: Said) {
  const { visitId, isTyped, lat, lng } = said
  return inTransaction(app.db, async (trx) => {
    const night = await findNight(trx, scope, visitId)
    const code = readCheckpointCode(said.code)
    const found = code === null ? null : await findCheckpoint(trx, code)
    const { passedAt } = unlessRefused(
      decidePass({
        found,
        isSigned: code !== null && isSignedCode(app, code),
        visit: {
          complexId: night.complex_id,
          startedAt: night.started_at,
          completedAt: night.completed_at,
          isInProgress: night.state === 'in_progress',
        },
        saidAt: said.at ?? null,
        now: app.ports.clock.now(),
      }),
    )
    if (found === null) throw new Refused('not_found')
    const { buildingId, buildingName } = found
    const here = lat === undefined || lng === undefined ? null : { lat, lng }
    const countedAt = await savePass(trx, scope, {
      visitId,
      buildingId,
      passedAt,
      isTyped,
      distanceFeet: here === null ? null : Math.round(distanceFeet(night, here)),
    })
    await saveCheck(trx, scope, { visitId, buildingId, photoId: null }, passedAt)
    return { buildingId, buildingName, passedAt: countedAt }
  })
}
