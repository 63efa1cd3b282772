import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { locateInMarket, type Spot } from './locate-in-market.ts'
import { findOrAddGroup } from './named-group-queries.ts'
import { insertProperty } from './queries.ts'
import type { NewProperty } from './save-property.ts'

/** The zone comes from the address search, else from the market; so does the address of a bare pin. */
export async function addProperty(
  app: App,
  scope: CustomerScope,
  input: NewProperty,
): Promise<{ propertyId: PropertyId }> {
  const spot = await locateInMarket(app, scope, input)
  const now = toTimestamp(app.ports.clock.now())
  return inTransaction(app.db, async (trx) => ({
    propertyId: await insertLocated(trx, scope, { input, spot, now }),
  }))
}

/** Inside the caller's transaction, for who has located the place before it. */
export async function insertLocated(
  trx: Db,
  scope: CustomerScope,
  { input, spot, now }: { readonly input: NewProperty; readonly spot: Spot; readonly now: Date },
): Promise<PropertyId> {
  const { groupName, name, lat, lng, accessNotes } = input
  const { neighbourhood, timeZone } = spot
  return insertProperty(trx, {
    customer_id: scope.userId,
    group_id: await findOrAddGroup(trx, scope, 'property_group', { name: groupName, now }),
    name,
    address: input.address ?? spot.address,
    neighbourhood,
    lat,
    lng,
    time_zone: timeZone,
    access_notes: accessNotes,
    created_at: now,
    updated_at: now,
  })
}
