/** Reservations become stays of the places that the rentals are. */
import { placeOf, reportOf } from '#domain/hospitable/reservations.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { endSource } from '../stays/end-source.ts'
import { recordReports } from '../stays/record-reports.ts'
import { saveSource } from '../stays/source-queries.ts'
import { readReservations } from './read-reservations.ts'
import { listKnownIds, listMatches, listSources } from './stay-queries.ts'

/**
 * Nothing is recorded of a reading that broke off. Where a rental of a place vanished and nobody knows what became of it,
 * what we are told of the place is not all of it any more: nothing is missing by that, and nothing has moved away.
 */
export async function readStays(app: App, accountId: HospitableAccountId): Promise<void> {
  const matches = await listMatches(app.db, accountId)
  const reservations = await readReservations(
    app,
    accountId,
    matches.flatMap(({ hospitableId, isGone }) => (isGone ? [] : hospitableId)),
  )
  const vanished = new Set(matches.flatMap(({ propertyId, isGone }) => (isGone ? propertyId : [])))
  const zones = new Map(matches.map(({ propertyId, timeZone }) => [propertyId, timeZone]))
  for (const source of await listSources(app.db, accountId))
    if (!zones.has(source.property_id))
      await endSource(app, app.db, { sourceId: source.id, keepsStays: false })
  for (const [propertyId, zone] of zones) {
    const now = app.ports.clock.now()
    const place = {
      propertyId,
      kind: 'account',
      platform: 'hospitable',
      externalRef: accountId,
      now,
    } as const
    const sourceId = await saveSource(app.db, place)
    const known = await listKnownIds(app.db, sourceId)
    const reports = reservations.flatMap((reservation) => {
      const report = reportOf(reservation, zone)
      const isHere = placeOf(reservation.rentalIds, matches) === propertyId
      if (report === null || (!isHere && !known.has(reservation.id))) return []
      if (!isHere && vanished.has(propertyId)) return []
      // What has moved to another place is no stay of this one any more.
      return [isHere ? report : { ...report, state: 'cancelled' as const }]
    })
    const isWhole = !vanished.has(propertyId)
    await recordReports(app, app.db, { sourceId, reports, isWhole, isQuiet: known.size === 0 })
  }
}

export async function endSources(app: App, accountId: HospitableAccountId): Promise<void> {
  for (const { id } of await listSources(app.db, accountId))
    await endSource(app, app.db, { sourceId: id, keepsStays: true })
}
