/** What somebody is to hold, as it was asked for, and whether whoever asks may give it. */
import type { UserId } from '#domain/ids.ts'
import { type StaffRoles, refuseRoles } from '#domain/staff/staff-roles.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { listCities, readRoles } from './staff-queries.ts'

export type AskedRoles = {
  readonly everywhere: StaffRole | null
  readonly cities: readonly { readonly marketId: string; readonly role: StaffRole }[]
}

/** Throws for a city that there is not. */
export async function wantedRoles(db: Db, { everywhere, cities }: AskedRoles): Promise<StaffRoles> {
  const known = new Set((await listCities(db)).map(({ id }) => id))
  if (cities.some(({ marketId }) => !known.has(marketId))) throw new Refused('not_found')
  return { everywhere, cities: Object.fromEntries(cities.map(({ marketId, role }) => [marketId, role])) }
}

/** Throws where the giver is not in charge of the staff wherever something changes. */
export async function checkGiver(
  db: Db,
  giverId: UserId,
  change: { readonly before: StaffRoles; readonly after: StaffRoles },
): Promise<void> {
  const refusal = refuseRoles(await readRoles(db, giverId), change)
  if (refusal !== null) throw new Refused(refusal.refused)
}
