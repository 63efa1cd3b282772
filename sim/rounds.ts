/** A crew on its round through a complex: building by building with a photo, and now and then something is wrong. */

import { VIOLATION_KINDS } from '#domain/complexes/violations.ts'
import { addViolation } from '#server/complexes/add-violation.ts'
import { checkBuilding } from '#server/complexes/check-building.ts'
import { readRound } from '#server/complexes/read-round.ts'
import { photosOfVisits } from '#server/photos/queries.ts'
import type { Stop } from './stops.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

/** Rarely a building is forgotten, and at one of so many a violation is seen. */
const FORGETS = 0.03
const SEES_VIOLATION = 0.12

/** After the photos were sent, before the visit is completed. */
export async function walkRound(world: World, { scope }: LivingCrew, stop: Stop): Promise<void> {
  const { visitId, name } = stop
  const app = world.host.app()
  const [photo] = await photosOfVisits(app.db, [visitId])
  const { round } = await readRound(app, scope, visitId)
  for (const building of round.buildings) {
    if (building.isLeftOut || world.chance.happens(FORGETS, 'forgets', name, building.name)) continue
    const ids = { visitId, buildingId: building.id }
    await attempt(world, 'check building', (living) =>
      checkBuilding(living, scope, { ...ids, photoId: photo?.id ?? null, isDone: true }),
    )
    if (photo === undefined || !world.chance.happens(SEES_VIOLATION, 'violation', name, building.name))
      continue
    const kind = VIOLATION_KINDS[world.chance.whole(0, 3, 'kind', name, building.name)]!
    await attempt(world, 'report violation', (living) =>
      addViolation(living, scope, { ...ids, kind, unitLabel: null, note: '', photoId: photo.id }),
    )
  }
}
