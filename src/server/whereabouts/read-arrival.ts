/** When a crew arrives and where it is, for whom it drives to and for operators; for everybody else there is nothing. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import { dateAt, type Instant, instantAt, type LocalDate } from '#domain/time.ts'
import { arrivalBy, isFresh, stopsBefore } from '#domain/today/whereabouts.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope, UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findVisitArrival, listCrewsUnderWay, listStopsOfDay } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findVisitArrival>>>

const UNKNOWN = { arrivesFrom: null, arrivesUntil: null }

export async function readArrival(app: App, scope: UserScope, visitId: VisitId) {
  const row = await findVisitArrival(app.db, visitId)
  if (row === undefined || !maySee(scope, row)) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const isShared = row.shared_since !== null && (await isDayOn(app.db, row, now))
  const dot = isShared && row.state === 'en_route' && row.trip_id === row.id ? dotOf(row, now) : null
  return {
    timeZone: row.time_zone,
    place: { lat: row.place_lat, lng: row.place_lng },
    crewFirstName: row.crew_name === null ? null : firstName(row.crew_name),
    dot,
    ...(dot === null ? UNKNOWN : arrivalOf(dot.measuredAt, row.drive_seconds, now)),
    stopsBefore: isShared ? await countBefore(app.db, row, now) : null,
  }
}

/** Of the own market. */
export async function readCrewsWhereabouts(app: App, scope: OperatorScope) {
  const now = app.ports.clock.now()
  const rows = await listCrewsUnderWay(app.db, scope)
  const { whereaboutsUntil } = await settingsAt(app.db, scope.marketId, now)
  const crews = rows.flatMap((row) => {
    const zone = row.crew_zone
    const isOn = row.date === dateAt(now, zone) && now < instantAt(row.date, whereaboutsUntil, zone)
    const dot = isOn ? dotOf(row, now) : null
    if (dot === null) return []
    return {
      ...dot,
      crewId: row.crew_id,
      name: row.name,
      visitId: row.visit_id,
      propertyName: row.property_name,
      timeZone: row.time_zone,
      ...arrivalOf(dot.measuredAt, row.drive_seconds, now),
    }
  })
  return { crews }
}

/** A customer sees who comes to it, an operator whoever works in its market. */
function maySee(scope: UserScope, row: Row): boolean {
  if (scope.type === 'Operator') return row.market_id === scope.marketId
  return (scope.type === 'Crew' ? row.crew_id : row.customer_id) === scope.userId
}

/** Consent is for one day, and that one may be over on the crew's own clock. */
async function isDayOn(db: Db, { date, market_id, crew_zone: zone }: Row, now: Instant): Promise<boolean> {
  if (zone === null || date !== dateAt(now, zone)) return false
  const { whereaboutsUntil } = await settingsAt(db, market_id, now)
  return now < instantAt(date, whereaboutsUntil, zone)
}

type Placed = {
  readonly lat: number | null
  readonly lng: number | null
  readonly measured_at: Instant | null
}

function dotOf({ lat, lng, measured_at: measuredAt }: Placed, now: Instant) {
  if (lat === null || lng === null || measuredAt === null || !isFresh(measuredAt, now)) return null
  return { lat, lng, measuredAt }
}

function arrivalOf(measuredAt: Instant, driveSeconds: number | null, now: Instant) {
  if (driveSeconds === null) return UNKNOWN
  const { from, until } = arrivalBy(measuredAt, driveSeconds, now)
  return { arrivesFrom: from, arrivesUntil: until }
}

async function countBefore(db: Db, row: Row & { readonly date: LocalDate }, now: Instant) {
  if (row.crew_id === null || row.state === 'en_route') return null
  const { whereaboutsStopsBefore } = await settingsAt(db, row.market_id, now)
  const count = stopsBefore(await listStopsOfDay(db, row.crew_id, row.date), row.id)
  return count !== null && count > 0 && count <= whereaboutsStopsBefore ? count : null
}
