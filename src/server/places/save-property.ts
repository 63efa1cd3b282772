import type { LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import type { Spot } from './locate-in-market.ts'
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

/** Answers the place as it was. `spot` is where it moves to. */
export async function saveProperty(
  db: Db,
  scope: CustomerScope,
  {
    change,
    spot,
    now: at,
  }: { readonly change: PropertyChange; readonly spot: Spot | null; readonly now: Instant },
) {
  const { lat, lng, name, address, accessNotes, groupName } = change
  const before = await lockProperty(db, scope, change.propertyId)
  const now = toTimestamp(at)
  await savePropertyColumns(db, change.propertyId, {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(accessNotes === undefined ? {} : { access_notes: accessNotes }),
    ...(groupName === undefined
      ? {}
      : { group_id: await findOrAddGroup(db, scope, 'property_group', { name: groupName, now }) }),
    ...(spot === null || lat === undefined || lng === undefined
      ? {}
      : { lat, lng, time_zone: spot.timeZone, neighbourhood: spot.neighbourhood }),
    updated_at: now,
  })
  return before
}
