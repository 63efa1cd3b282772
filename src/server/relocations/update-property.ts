/** Changes a place. Whoever works there is asked again where it moves, as by any other change of the work. */
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyCrews } from '../jobs/notify-crews.ts'
import { locateInMarket } from '../places/locate-in-market.ts'
import { type PropertyChange, saveProperty } from '../places/save-property.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { findWorkAt, isCrewComing, releaseAssignmentsOf } from './queries.ts'

/** What is not given stays. A property that moves takes its new place's neighbourhood and zone. */
export async function updateProperty(app: App, scope: CustomerScope, change: PropertyChange): Promise<void> {
  const { lat, lng } = change
  const to = lat === undefined || lng === undefined ? null : { lat, lng }
  const spot = to === null ? null : await locateInMarket(app, scope, to)
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const before = await saveProperty(trx, scope, { change, spot, now })
    if (to === null) return
    const { photoDistanceFlagFeet } = await settingsAt(trx, scope.marketId, now)
    // Nearer than a photo may be taken from, a pin was only put right.
    if (distanceFeet(before, to) <= photoDistanceFlagFeet) return
    // Else an order that somebody has would be nobody's, and cancelling it cost nothing; and whoever is at work would
    // have worked far from the place.
    if (await isCrewComing(trx, before.id)) throw new Refused('crew_is_coming')
    await askAgain(app, trx, scope, { ...before, to, now })
  })
}

type Moved = {
  readonly id: PropertyId
  readonly name: string
  readonly time_zone: string
  readonly to: LatLng
  readonly now: Instant
}

/**
 * A crew within whose range the new place is keeps its weekly visits and is asked to confirm them again; one for whom
 * it is too far gives up its weekdays, and its visits are offered to others, as are those that were ordered once.
 */
async function askAgain(app: App, db: Db, scope: CustomerScope, moved: Moved): Promise<void> {
  const { to, now } = moved
  const work = await findWorkAt(db, moved.id, now)
  const isTooFar = ({ base, range_feet }: (typeof work.crews)[number]) =>
    base === null || distanceFeet(base, to) > range_feet
  const farCrewIds = work.crews.filter(isTooFar).map(({ id }) => id)
  const isLeft = ({ crew_id, weekly_job_id }: (typeof work.visits)[number]) =>
    crew_id !== null && (weekly_job_id === null || farCrewIds.includes(crew_id))
  const left = work.visits.filter(isLeft)
  const kept = work.visits.filter((visit) => !isLeft(visit))
  await applyTransition(db, {
    app,
    transition: 'release',
    actor: SYSTEM,
    now,
    detail: { reason: 'moved' },
    visitIds: left.map(({ id }) => id),
  })
  await applyTransition(db, {
    app,
    transition: 'move',
    actor: actorOf(scope, now),
    now,
    detail: { reason: 'changed' },
    visitIds: kept.map(({ id }) => id),
  })
  await releaseAssignmentsOf(db, moved.id, farCrewIds, dateAt(now, moved.time_zone), now)
  const leaving = new Set([...farCrewIds, ...left.flatMap(({ crew_id }) => crew_id ?? [])])
  const place = moved.name
  const staying = work.crews.map(({ id }) => id).filter((id) => !leaving.has(id))
  const key = `place-moved:${moved.id}:${now}`
  await notifyCrews(db, { key, what: 'placeMoved', place, crewIds: staying, now })
  await notifyCrews(db, { key, what: 'placeMovedAway', place, crewIds: [...leaving], now })
}
