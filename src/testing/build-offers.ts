/** Builders of offers: places so far apart that no crew of one test is asked for a visit of another. */
import type { LatLng } from '#domain/geo.ts'
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import type { App } from '#server/app.ts'
import { inTransaction } from '#server/db/client.ts'
import { beginOffering } from '#server/offers/offer-visits.ts'
import type { TestApp } from './app.ts'
import { buildCrew, signedIn } from './build.ts'
import { buildVisit, buildWeeklyJob } from './build-work.ts'

/** 138 miles from one to the next. */
export function createTowns(): () => LatLng {
  let count = 0
  return () => {
    count += 1
    return { lat: 26 + 2 * (count % 11), lng: -120 + 3 * Math.floor(count / 11) }
  }
}

type CrewInput = NonNullable<Parameters<typeof buildCrew>[1]>

export async function buildCrewIn(testApp: TestApp, at: LatLng, input: CrewInput = {}) {
  const crew = await buildCrew(testApp.app, { at, ...input })
  return { ...crew, client: await signedIn(testApp, crew) }
}

/** Each a little farther from the place than the one before. */
export async function buildCrewsIn(testApp: TestApp, at: LatLng, count: number, input: CrewInput = {}) {
  const crews: Awaited<ReturnType<typeof buildCrewIn>>[] = []
  for (let index = 0; index < count; index++)
    crews.push(await buildCrewIn(testApp, { lat: at.lat + index / 2_000, lng: at.lng }, input))
  return crews
}

/** A visit that nobody has. */
export async function buildOpenVisit(
  app: App,
  at: LatLng,
  {
    date,
    ...job
  }: Parameters<typeof buildWeeklyJob>[1] & Pick<NonNullable<Parameters<typeof buildVisit>[2]>, 'date'> = {},
) {
  const built = await buildWeeklyJob(app, { at, ...job })
  const visitId = await buildVisit(app, built, date === undefined ? {} : { date })
  return { ...built, visitId }
}

/** Puts a visit into waves, as a release does. */
export async function startOffering({ app }: TestApp, visitId: VisitId): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, (db) => beginOffering(db, [{ visitId, leftByCrewId: null }], now))
}

export function offersOf(app: App, visitId: VisitId) {
  return app.db
    .selectFrom('offer')
    .where('visit_id', '=', visitId)
    .orderBy('sent_at')
    .orderBy('is_standing')
    .orderBy('crew_id')
    .selectAll()
    .execute()
}

/** The id of the open offer of a visit to a crew. */
export async function openOfferOf(app: App, visitId: VisitId, crewId: UserId): Promise<OfferId> {
  const row = await app.db
    .selectFrom('offer')
    .where('visit_id', '=', visitId)
    .where('crew_id', '=', crewId)
    .where('state', '=', 'open')
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}
