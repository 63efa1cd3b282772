import type { PropertyId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findPropertyForUpdate } from './queries.ts'

/** A property that is there, locked; throws not_found for one that is removed or somebody else's. */
export async function lockProperty(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  const property = await findPropertyForUpdate(db, scope, propertyId)
  if (property === undefined) throw new Refused('not_found')
  return property
}
