/** Proof for a crew that opened a link of its own instead of signing in: the check of the link replaces that of a session. */

import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { type CrewScope, mintScopeOf } from '../scope.ts'
import { findCrewAccount } from './crew-queries.ts'

/** Only for an id that a checked link names. Null where it is no crew any more. */
export async function crewOfLink(db: Db, userId: UserId): Promise<CrewScope | null> {
  const row = await findCrewAccount(db, userId)
  return row === undefined ? null : mintScopeOf({ ...row, type: 'Crew' })
}
