/** Reservations become stays of the places that the rentals are. */
import { placeOf, reportOf, type Reservation } from '#domain/hospitable/reservations.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { HospitableFailure } from '../ports/hospitable/port.ts'
import { endSource } from '../stays/end-source.ts'
import { recordReports } from '../stays/record-reports.ts'
import { saveSource } from '../stays/source-queries.ts'
import { listKnownIds, listMatches, listSources } from './stay-queries.ts'
import { withAccess } from './use-tokens.ts'

/** In one question; addresses have an end. */
const RENTALS_AT_ONCE = 40
const MOST_PAGES = 200
const PAST_DAYS = 30
const COMING_DAYS = 1_000

/** Nothing is recorded of a reading that broke off. */
export async function readStays(app: App, accountId: HospitableAccountId): Promise<void> {
  const matches = await listMatches(app.db, accountId)
  const reservations = await readReservations(
    app,
    accountId,
    matches.map(({ hospitableId }) => hospitableId),
  )
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
      // What has moved to another place is no stay of this one any more.
      return [isHere ? report : { ...report, state: 'cancelled' as const }]
    })
    await recordReports(app, app.db, { sourceId, reports, isWhole: true, isQuiet: known.size === 0 })
  }
}

export async function endSources(app: App, accountId: HospitableAccountId): Promise<void> {
  for (const { id } of await listSources(app.db, accountId))
    await endSource(app, app.db, { sourceId: id, keepsStays: true })
}

async function readReservations(
  app: App,
  accountId: HospitableAccountId,
  rentalIds: readonly string[],
): Promise<Reservation[]> {
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const days = { from: addDays(today, -PAST_DAYS), to: addDays(today, COMING_DAYS) }
  const found = new Map<string, Reservation>()
  for (let at = 0; at < rentalIds.length; at += RENTALS_AT_ONCE) {
    const asked = rentalIds.slice(at, at + RENTALS_AT_ONCE)
    for (let page = 1, isLast = false; !isLast; page++) {
      if (page > MOST_PAGES) throw new HospitableFailure('contract', 'the list of reservations does not end')
      const answer = await withAccess(app, accountId, (token) =>
        app.ports.hospitable.listReservations(token, { rentalIds: asked, page, ...days }),
      )
      for (const each of answer.items) found.set(each.id, each)
      isLast = answer.isLast
    }
  }
  return [...found.values()]
}
