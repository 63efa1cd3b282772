/** What a customer does with single properties. */
import { distanceFeet, type LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { type FoundPlace, PlacesUnavailable } from '../ports/places/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { groupOfName } from './groups.ts'
import { findMarket } from './queries.ts'

export type NewProperty = LatLng & {
  readonly name: string
  readonly address: string | null
  readonly groupName: string | null
  readonly accessNotes: string
}
export type PropertyChange = Partial<NewProperty> & { readonly propertyId: PropertyId }

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
    return { propertyId: added.id }
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

export async function lockProperty(db: Db, scope: CustomerScope, propertyId: PropertyId) {
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
