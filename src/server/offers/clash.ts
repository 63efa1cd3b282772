/** Why a crew cannot do a visit beside what it has, whatever hours and range it named: those are its own to overrule. */
import { canDoBoth } from '#domain/assignments/assignment.ts'
import { isOff } from '#domain/assignments/time-off.ts'
import type { UserId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { findDaysOff, findWork } from './crew-queries.ts'
import { toOwn, toWork } from './crews-to-ask.ts'
import type { OfferedVisit } from './offered-visits.ts'

/** Read it with the crew locked (`lockCrew`), or two overlapping answers at once would both fit (field 15). */
export async function clashOf(
  db: Db,
  crewId: UserId,
  visit: OfferedVisit,
  now: Instant,
): Promise<RefusalReason | null> {
  const work = toWork(visit, now)
  // By what it takes, not by when it begins (field 16).
  if (work.window.endMinute - work.window.startMinute < visit.durationMinutes) return 'too_late'
  const daysOff = await findDaysOff(db, [crewId], [visit.date])
  if (
    isOff(
      visit,
      daysOff.map((row) => ({ from: row.from_date, to: row.to_date })),
    )
  )
    return 'day_not_worked'
  const own = (await findWork(db, [crewId], [visit.date])).filter((row) => row.id !== visit.id).map(toOwn)
  return own.some((each) => !canDoBoth(each, work)) ? 'overlapping_work' : null
}
