import type { LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import { locateInMarket } from './locate-in-market.ts'
import { lockProperty } from './lock-property.ts'
import { findOrAddGroup } from './named-group-queries.ts'
import { savePropertyColumns } from './queries.ts'

export type NewProperty = LatLng & {
  readonly name: string
  readonly address: string | null
  readonly groupName: string | null
  readonly accessNotes: string
}

export type PropertyChange = Partial<NewProperty> & { readonly propertyId: PropertyId }

/** What is not given stays. A property that moves takes its new place's neighbourhood and zone. */
export async function updateProperty(app: App, scope: CustomerScope, change: PropertyChange): Promise<void> {
  const { lat, lng, name, address, accessNotes, groupName } = change
  const moved = lat === undefined || lng === undefined ? null : { lat, lng }
  const spot = moved === null ? null : await locateInMarket(app, scope, moved)
  await inTransaction(app.db, async (trx) => {
    await lockProperty(trx, scope, change.propertyId)
    const now = toTimestamp(app.ports.clock.now())
    await savePropertyColumns(trx, change.propertyId, {
      ...(name === undefined ? {} : { name }),
      ...(address === undefined ? {} : { address }),
      ...(accessNotes === undefined ? {} : { access_notes: accessNotes }),
      ...(groupName === undefined
        ? {}
        : { group_id: await findOrAddGroup(trx, scope, 'property_group', { name: groupName, now }) }),
      ...(moved === null ? {} : { ...moved, time_zone: spot!.timeZone, neighbourhood: spot!.neighbourhood }),
      updated_at: now,
    })
  })
}
