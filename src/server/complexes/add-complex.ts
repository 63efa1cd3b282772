/** Behind each complex stands one property, so that services are booked as anywhere. */

import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { locateInMarket } from '../places/locate-in-market.ts'
import { findOrAddGroup } from '../places/named-group-queries.ts'
import { insertProperty } from '../places/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { insertComplex } from './queries.ts'
import type { BodyOf } from './update-complex.ts'

export async function addComplex(app: App, scope: CustomerScope, input: BodyOf<'POST /api/add-complex'>) {
  const spot = await locateInMarket(app, scope, input)
  return inTransaction(app.db, async (trx) => {
    const now = toTimestamp(app.ports.clock.now())
    const { name, address, lat, lng, units, instructions } = input
    const shared = {
      customer_id: scope.userId,
      name,
      address,
      lat,
      lng,
      time_zone: spot.timeZone,
      created_at: now,
    }
    const complexId = await insertComplex(trx, {
      ...shared,
      units,
      instructions,
      complex_group_id: await findOrAddGroup(trx, scope, 'complex_group', { name: input.groupName, now }),
    })
    const propertyId = await insertProperty(trx, {
      ...shared,
      neighbourhood: spot.neighbourhood,
      access_notes: instructions,
      complex_id: complexId,
      updated_at: now,
    })
    return { complexId, propertyId }
  })
}
