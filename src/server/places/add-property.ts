import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { locateInMarket } from './locate-in-market.ts'
import { findOrAddGroup } from './named-group-queries.ts'
import { insertProperty } from './queries.ts'
import type { NewProperty } from './update-property.ts'

/** The zone comes from the address search, else from the market; so does the address of a bare pin. */
export async function addProperty(
  app: App,
  scope: CustomerScope,
  input: NewProperty,
): Promise<{ propertyId: PropertyId }> {
  const spot = await locateInMarket(app, scope, input)
  return inTransaction(app.db, async (trx) => {
    const now = toTimestamp(app.ports.clock.now())
    const { groupName } = input
    const groupId = await findOrAddGroup(trx, scope, 'property_group', { name: groupName, now })
    const { name, lat, lng, accessNotes } = input
    const { neighbourhood, timeZone } = spot
    const propertyId = await insertProperty(trx, {
      customer_id: scope.userId,
      group_id: groupId,
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
    return { propertyId }
  })
}
