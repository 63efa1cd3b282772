/** The list that a visit goes by from its beginning on, whatever operators and customers change later. */
import { type ListItem, listOfPlace } from '#domain/checklists/items.ts'
import { versionAt } from '#domain/checklists/versions.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { placeVersions, serviceVersions } from './queries.ts'
import type { SeenList } from './read-lists.ts'
import { findListedVisit, insertKeptList, keptLists } from './visit-queries.ts'

type Begun = {
  readonly visitId: VisitId
  readonly crewId: UserId
  /** When the crew began, by its phone. */
  readonly at: Instant
  readonly seen: SeenList | undefined
  /** Then it goes by what it keeps, and by nothing where it keeps nothing. */
  readonly hasBegun: boolean
  readonly now: Instant
}

/** Keeps it, once for each crew; empty where there is none. The caller has locked the visit. */
export async function lockList(db: Db, begun: Begun): Promise<readonly ListItem[]> {
  const { visitId, crewId, at, seen, hasBegun, now } = begun
  const [kept] = await keptLists(db, [visitId])
  if (kept?.crew_id === crewId) return kept.items
  if (hasBegun) return []
  const visit = await findListedVisit(db, visitId)
  const { property_id: propertyId, service_key: serviceKey } = visit
  const service = (await serviceVersions(db, serviceKey)).map(versioned)
  const place = (await placeVersions(db, { propertyId, serviceKey })).map(versioned)
  const items = listOfPlace(
    versionAt(service, at, seen?.service ?? null)?.items ?? [],
    versionAt(place, at, seen?.place ?? null)?.items ?? [],
  )
  // Where there is none, none is kept: most services have none, and a list of later on is not for this visit.
  if (items.length > 0 || kept !== undefined) await insertKeptList(db, { visitId, crewId, items, now })
  return items
}

function versioned<Items>(row: {
  readonly version: number
  readonly items: Items
  readonly saved_at: Instant
  readonly replaced_at: Instant | null
}) {
  return { version: row.version, items: row.items, savedAt: row.saved_at, replacedAt: row.replaced_at }
}
