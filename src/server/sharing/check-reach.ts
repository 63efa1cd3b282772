/** What is to be shared must be the owner's own. */
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { listOwnGroups, type Reach } from './queries.ts'

/** Throws for a group that there is not, or that is somebody else's. */
export async function checkReach(db: Db, { userId }: CustomerScope, reach: Reach): Promise<void> {
  const own = new Set((await listOwnGroups(db, userId)).map(({ id, kind }) => `${kind} ${id}`))
  const asked = [
    ...reach.propertyGroupIds.map((id) => `places ${id}`),
    ...reach.complexGroupIds.map((id) => `complexes ${id}`),
  ]
  if (asked.some((group) => !own.has(group))) throw new Refused('not_found')
}
