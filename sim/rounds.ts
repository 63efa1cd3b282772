/** A crew on its round through a complex: building by building with a photo and its code, and now and then something is wrong. */

import { VIOLATION_KINDS } from '#domain/complexes/violations.ts'
import type { ComplexId } from '#domain/ids.ts'
import { type Instant, instant } from '#domain/time.ts'
import { recordPass } from '#server/checkpoints/record-pass.ts'
import { addViolation } from '#server/complexes/add-violation.ts'
import { checkBuilding } from '#server/complexes/check-building.ts'
import { readRound } from '#server/complexes/read-round.ts'
import { photosOfVisits } from '#server/photos/queries.ts'
import type { CrewScope } from '#server/scope.ts'
import type { Stop } from './stops.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

/** Rarely a building is forgotten, and at one of so many a violation is seen. */
const FORGETS = 0.03
const SEES_VIOLATION = 0.12
const WALKS_BY = 0.06
const TYPES = 0.1
const SAYS_WHERE = 0.7

/** After the photos were sent, before the visit is completed. */
export async function walkRound(world: World, { scope }: LivingCrew, stop: Stop): Promise<void> {
  const { visitId, name } = stop
  const app = world.host.app()
  const [photo] = await photosOfVisits(app.db, [visitId])
  const { round } = await readRound(app, scope, visitId)
  const codes = await codesOf(world, round.complexId)
  for (const [index, building] of round.buildings.entries()) {
    if (building.isLeftOut || world.chance.happens(FORGETS, 'forgets', name, building.name)) continue
    const ids = { visitId, buildingId: building.id }
    const code = codes.get(building.id)
    const at = timeAtBuilding(round.startedAt, world.clock.now(), (index + 1) / (round.buildings.length + 1))
    if (code !== undefined) await passCode(world, scope, stop, { code, at, building: building.name })
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

/** As they hang at the buildings; none where nobody put any up. */
async function codesOf(world: World, complexId: ComplexId): Promise<ReadonlyMap<string, string>> {
  const rows = await world.host
    .app()
    .db.selectFrom('checkpoint')
    .where('complex_id', '=', complexId)
    .select(['building_id', 'code'])
    .execute()
  return new Map(rows.map((row) => [row.building_id, row.code]))
}

type Passed = { readonly code: string; readonly building: string; readonly at: Instant }

/** Most scan it, some in the dark type it, and some walk by. */
async function passCode(
  world: World,
  scope: CrewScope,
  { visitId, name, lat, lng }: Stop,
  { code, building, at }: Passed,
): Promise<void> {
  if (world.chance.happens(WALKS_BY, 'walks by', name, building)) return
  const isTyped = world.chance.happens(TYPES, 'types', name, building)
  // Some phones may say where they are: within the grounds.
  const away = world.chance.whole(-30, 30, 'away', name, building) / 100_000
  const where = world.chance.happens(SAYS_WHERE, 'says where', name)
    ? { lat: lat + away, lng: lng - away }
    : {}
  await attempt(world, 'pass checkpoint', (living) =>
    recordPass(living, scope, { visitId, code, isTyped, at, ...where }),
  )
}

/** One building after the other between the start and now. */
function timeAtBuilding(startedAt: Instant | null, now: Instant, share: number): Instant {
  return startedAt === null ? now : instant(Math.round(startedAt + (now - startedAt) * share))
}
