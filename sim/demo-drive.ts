/**
 * The demo's handy crew, that shares where it is while it drives to the cast's customer. It agreed to that itself, for
 * today: whoever takes its consent back sees no dot any more, whatever starts anew.
 */
import type { LatLng } from '#domain/geo.ts'
import type { VisitId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { mintScopeOf, SCOPE_COLUMNS } from '#server/scope.ts'
import { changeSharing } from '#server/whereabouts/change-sharing.ts'
import { receivePosition } from '#server/whereabouts/receive-position.ts'
import { startVisit } from '#server/work/start-visit.ts'
import { CAST_HANDY_EMAIL } from './cast-city.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

/** Across the city in the afternoon; who looks at the demo has time to see it come. */
const DRIVE_MS = 45 * MINUTE_MS
/** So near it would be there. */
const LAST_SHARE = 0.95

/** On its way, and seen. */
export async function setOut(world: World, crew: LivingCrew, visitId: VisitId): Promise<void> {
  const { scope } = crew
  await attempt(world, 'share whereabouts', (app) => changeSharing(app, scope, { isOn: true }))
  await attempt(world, 'travel', (app) => startVisit(app, scope, { visitId, step: 'en_route' }))
  await attempt(world, 'drive', driveOn)
}

/** Where it is by now, as its phone would say it; when the way is over it is there and begins. */
export async function driveOn(app: App): Promise<void> {
  const trip = await app.db
    .selectFrom('crew_whereabouts as shared')
    .innerJoin('users', 'users.id', 'shared.crew_id')
    .innerJoin('visit', (join) =>
      join.onRef('visit.crew_id', '=', 'shared.crew_id').onRef('visit.date', '=', 'shared.date'),
    )
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('users.email', '=', CAST_HANDY_EMAIL)
    .where('visit.state', '=', 'en_route')
    .select([...SCOPE_COLUMNS, 'visit.id', 'users.lat', 'users.lng', 'shared.shared_since'])
    .select(['property.lat as place_lat', 'property.lng as place_lng'])
    .executeTakeFirst()
  if (trip === undefined || trip.lat === null || trip.lng === null) return
  const scope = mintScopeOf({ ...trip, type: 'Crew' as const })
  const now = app.ports.clock.now()
  const share = (now - trip.shared_since) / DRIVE_MS
  if (share > 1) {
    await startVisit(app, scope, { visitId: trip.id, step: 'in_progress' })
    return
  }
  const base = { lat: trip.lat, lng: trip.lng }
  const at = between(base, { lat: trip.place_lat, lng: trip.place_lng }, Math.min(share, LAST_SHARE))
  await receivePosition(app, scope, { ...at, at: now })
}

function between(from: LatLng, to: LatLng, share: number): LatLng {
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}
