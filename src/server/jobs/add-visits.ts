import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type AssignedVisit, findAvailableAssignees } from './find-available-assignees.ts'
import { insertVisits, type PlannedVisit } from './visit-queries.ts'

/** Bounds the memory of one statement. */
const ROWS_AT_ONCE = 5_000

/**
 * Puts planned visits into the database, many in one statement. Answers how many were new. The crew to which the weekday
 * is assigned gets the visit with it, unless it has that day off.
 */
export async function addVisits(
  db: Db,
  visits: readonly (PlannedVisit & AssignedVisit)[],
  now: Instant,
): Promise<number> {
  let inserted = 0
  for (let from = 0; from < visits.length; from += ROWS_AT_ONCE) {
    const some = visits.slice(from, from + ROWS_AT_ONCE)
    inserted += await insertVisits(db, some, await findAvailableAssignees(db, some), now)
  }
  return inserted
}
