/** What a customer does with single properties. */
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App, Db } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../http/errors.ts'
import { endJobs } from '../jobs/cancel.ts'
import { lockJob } from '../jobs/locks.ts'
import { type FoundPlace, PlacesUnavailable } from '../ports/places/port.ts'
import type { CustomerScope } from '../users/scope.ts'
import { groupOfName } from './groups.ts'
import { findMarket } from './queries.ts'
import { liveJobsAt } from './work-here.ts'

export type NewProperty = LatLng & {
  readonly name: string
  readonly address: string | null
  readonly groupName: string | null
  readonly accessNotes: string
}
export type PropertyChange = Partial<NewProperty> & { readonly propertyId: PropertyId }

type JobsHere = Awaited<ReturnType<typeof liveJobsAt>>

/** The zone comes from the address search, else from the market; so does the address of a bare pin. */
export async function addProperty(
  app: App,
  scope: CustomerScope,
  input: NewProperty,
): Promise<{ propertyId: PropertyId }> {
  const spot = await lookAt(app, scope, input)
  return inTransaction(app.db, async (trx) => {
    const now = toTimestamp(app.ports.clock.now())
    const { groupName } = input
    const added = await trx
      .insertInto('property')
      .values({
        customer_id: scope.userId,
        group_id: groupName === null ? null : await groupOfName(trx, scope, { name: groupName, now }),
        name: input.name,
        address: input.address ?? spot.address,
        neighbourhood: spot.neighbourhood,
        lat: input.lat,
        lng: input.lng,
        time_zone: spot.timeZone,
        access_notes: input.accessNotes,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { propertyId: added.id as PropertyId }
  })
}

/** What is not given stays. A property that moves takes its new place's neighbourhood and zone. */
export async function updateProperty(app: App, scope: CustomerScope, change: PropertyChange): Promise<void> {
  const { lat, lng, name, address, accessNotes, groupName } = change
  const moved = lat === undefined || lng === undefined ? null : { lat, lng }
  const spot = moved === null ? null : await lookAt(app, scope, moved)
  await inTransaction(app.db, async (trx) => {
    await lockProperty(trx, scope, change.propertyId)
    const now = toTimestamp(app.ports.clock.now())
    await trx
      .updateTable('property')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(address === undefined ? {} : { address }),
        ...(accessNotes === undefined ? {} : { access_notes: accessNotes }),
        ...(groupName === undefined
          ? {}
          : {
              group_id: groupName === null ? null : await groupOfName(trx, scope, { name: groupName, now }),
            }),
        ...(moved === null
          ? {}
          : { ...moved, time_zone: spot!.timeZone, neighbourhood: spot!.neighbourhood }),
        updated_at: now,
      })
      .where('id', '=', change.propertyId)
      .execute()
  })
}

/**
 * Takes the property away unless weekly jobs are live there: those are listed, and ended only when asked for. A
 * visit that was booked by itself and is still to come always has to be cancelled first.
 */
export async function removeProperty(
  app: App,
  scope: CustomerScope,
  { propertyId, endsWeeklyJobs }: { propertyId: PropertyId; endsWeeklyJobs: boolean },
): Promise<{ isRemoved: boolean; weeklyJobs: JobsHere }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const property = await lockProperty(trx, scope, propertyId)
    const weeklyJobs = await liveJobsAt(trx, propertyId, dateAt(now, property.time_zone))
    if (weeklyJobs.length > 0 && !endsWeeklyJobs) return { isRemoved: false, weeklyJobs }
    for (const { id } of weeklyJobs)
      await endJobs(app, trx, scope, [await lockJob(trx, scope, id as WeeklyJobId)])
    if (await hasOpenVisit(trx, propertyId)) throw new Refused('has_live_work')
    await trx
      .updateTable('property')
      .set({ removed_at: toTimestamp(now), updated_at: toTimestamp(now) })
      .where('id', '=', propertyId)
      .execute()
    return { isRemoved: true, weeklyJobs }
  })
}

/** Bringing back what is there changes nothing. Weekly jobs that were ended stay ended. */
export async function restoreProperty(app: App, scope: CustomerScope, propertyId: PropertyId): Promise<void> {
  const restored = await app.db
    .updateTable('property')
    .set({ removed_at: null, updated_at: toTimestamp(app.ports.clock.now()) })
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .returning('id')
    .executeTakeFirst()
  if (restored === undefined) throw new Refused('not_found')
}

export async function searchPlaces(app: App, text: string, limit: number): Promise<FoundPlace[]> {
  try {
    return await app.ports.places.search(text, limit)
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error
    app.log.warn({ err: error, code: 'places_unavailable' }, 'address search failed')
    throw new Refused('unavailable')
  }
}

/** Refuses a place outside of the market; where the provider is away or knows nothing, the market's zone has to do. */
export async function lookAt(
  app: App,
  scope: CustomerScope,
  { lat, lng }: LatLng,
): Promise<{ address: string | null; neighbourhood: string | null; timeZone: string }> {
  const market = await findMarket(app.db, scope)
  if (market.area !== null && distanceFeet({ lat, lng }, market.area.center) > market.area.radiusFeet)
    throw new Refused('coordinates_out_of_range', { at: 'lat' })
  try {
    const found = await app.ports.places.reverse({ lat, lng })
    if (found !== null) return found
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error
    app.log.warn({ err: error, code: 'places_unavailable' }, 'reverse search failed')
  }
  return { address: null, neighbourhood: null, timeZone: market.timeZone }
}

async function lockProperty(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  const property = await db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select(['id', 'time_zone'])
    .forUpdate()
    .executeTakeFirst()
  if (property === undefined) throw new Refused('not_found')
  return property
}

async function hasOpenVisit(db: Db, propertyId: PropertyId): Promise<boolean> {
  const open = await db
    .selectFrom('visit')
    .where('property_id', '=', propertyId)
    .where('state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
