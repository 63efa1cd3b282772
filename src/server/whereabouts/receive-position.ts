/** Where a crew is, kept in the place of where it was. Measuring the way is a call to the world, before anything is locked. */
import type { LatLng } from '#domain/geo.ts'
import { type Instant } from '#domain/time.ts'
import { faultOfPosition, type Position } from '#domain/today/whereabouts.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { sharingDayOf } from './change-sharing.ts'
import { findSharing, findTrip, savePosition } from './queries.ts'

const UNWANTED = { isWanted: false }

export async function receivePosition(app: App, scope: CrewScope, input: LatLng & { readonly at: Instant }) {
  const now = app.ports.clock.now()
  const position = { lat: input.lat, lng: input.lng, measuredAt: input.at }
  const day = await sharingDayOf(app.db, scope, now)
  const [shared, trip] = await Promise.all([
    findSharing(app.db, scope, day.date),
    findTrip(app.db, scope, day.date),
  ])
  // Who does not share is not even asked whether the place could be true.
  if (shared === undefined || day.isOver || trip === undefined) return UNWANTED
  const { clockAheadSeconds } = await settingsAt(app.db, scope.marketId, now)
  const before = shared.visit_id === trip.id ? positionOf(shared) : null
  const fault = faultOfPosition(position, before, { now, clockAheadSeconds })
  if (fault !== null) throw new Refused(fault.refused)
  const driveSeconds = await measureDrive(app, position, trip)
  return inTransaction(
    app.db,
    async (db) => {
      // Against arriving: whoever comes second sees what the first has done.
      const [visit] = await lockVisits(db, [trip.id])
      if (visit?.state !== 'en_route' || visit.crewId !== scope.userId) return UNWANTED
      const at = { lat: position.lat, lng: position.lng }
      await savePosition(db, scope, day.date, {
        visitId: trip.id,
        at,
        measuredAt: position.measuredAt,
        driveSeconds,
      })
      return { isWanted: true }
    },
    { isolation: 'read committed' },
  )
}

function positionOf(row: NonNullable<Awaited<ReturnType<typeof findSharing>>>): Position | null {
  const { lat, lng, measured_at: measuredAt } = row
  return lat === null || lng === null || measuredAt === null ? null : { lat, lng, measuredAt }
}

/** Null where nobody can say. */
async function measureDrive(app: App, { lat, lng }: LatLng, trip: LatLng): Promise<number | null> {
  try {
    const { seconds } = await app.ports.matrix.table([
      { lat, lng },
      { lat: trip.lat, lng: trip.lng },
    ])
    const drive = seconds[1]!
    return Number.isFinite(drive) ? Math.round(drive) : null
  } catch (error) {
    app.log.warn({ error }, 'the way could not be measured')
    return null
  }
}
