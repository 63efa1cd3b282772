/** What a weekly job was before and after a change of many, and putting it back. */
import { sql } from 'kysely'
import type { JobRecord } from '#contract/bulk-shapes.ts'
import type { AssignmentId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { findChosenCrews } from '../crews/chosen-queries.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { LockedJob } from '../jobs/job-queries.ts'

/** Of one that is locked. */
export async function readRecord(
  db: Db,
  job: LockedJob,
  visitIds: readonly VisitId[] = [],
): Promise<JobRecord> {
  const terms = await db
    .selectFrom('weekly_job_earlier_terms')
    .where('weekly_job_id', '=', job.id)
    .orderBy('until_date')
    .selectAll()
    .execute()
  const pauses = await db
    .selectFrom('weekly_job_pause')
    .where('weekly_job_id', '=', job.id)
    .where('reason', '=', 'customer')
    .orderBy('from_date')
    .orderBy('id')
    .select(['id', 'from_date as from', 'to_date as to'])
    .execute()
  return {
    state: job.state,
    ...columnsRead(job),
    earlierTerms: terms.map((row) => ({ until: row.until_date, ...columnsRead(row) })),
    pauses,
    assignmentIds: await liveAssignments(db, job.id),
    visitIds: [...visitIds],
    chosenCrewIds: [...((await findChosenCrews(db, [job.property_id])).get(job.property_id) ?? [])],
  }
}

type TermsColumns = Pick<LockedJob, 'weekdays' | 'rhythm' | 'window_start' | 'window_end' | 'quantity'>

function columnsRead(row: TermsColumns) {
  return {
    weekdays: row.weekdays,
    rhythm: row.rhythm,
    windowStart: row.window_start,
    windowEnd: row.window_end,
    quantity: row.quantity,
  }
}

async function liveAssignments(db: Db, weeklyJobId: WeeklyJobId): Promise<AssignmentId[]> {
  const rows = await db
    .selectFrom('assignment')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('released_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The pauses that came between the two. */
export async function removePauses(db: Db, before: JobRecord, after: JobRecord): Promise<void> {
  const known = new Set(before.pauses.map(({ id }) => id))
  const added = after.pauses.map(({ id }) => id).filter((id) => !known.has(id))
  if (added.length === 0) return
  await db.deleteFrom('weekly_job_pause').where('id', 'in', added).execute()
}

export async function restoreTerms(
  db: Db,
  weeklyJobId: WeeklyJobId,
  before: JobRecord,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('weekly_job')
    .set({ ...columnsWritten(before), updated_at: toTimestamp(now) })
    .where('id', '=', weeklyJobId)
    .execute()
  await db.deleteFrom('weekly_job_earlier_terms').where('weekly_job_id', '=', weeklyJobId).execute()
  if (before.earlierTerms.length === 0) return
  await db
    .insertInto('weekly_job_earlier_terms')
    .values(
      before.earlierTerms.map((terms) => ({
        weekly_job_id: weeklyJobId,
        until_date: terms.until,
        ...columnsWritten(terms),
      })),
    )
    .execute()
}

type TermsRecord = Pick<JobRecord, 'weekdays' | 'rhythm' | 'windowStart' | 'windowEnd' | 'quantity'>

function columnsWritten({ weekdays, rhythm, windowStart, windowEnd, quantity }: TermsRecord) {
  return {
    weekdays,
    rhythm: rhythm === null ? null : toJson(rhythm),
    window_start: windowStart,
    window_end: windowEnd,
    quantity,
  }
}

/** Crews get back the weekdays that the change took from them. */
export async function restoreAssignments(db: Db, before: JobRecord, after: JobRecord): Promise<void> {
  const taken = before.assignmentIds.filter((id) => !after.assignmentIds.includes(id))
  if (taken.length === 0) return
  await db
    .updateTable('assignment')
    .set({ released_at: null, released_from: null, release_reason: null })
    .where('id', 'in', taken)
    .execute()
}

/** Of some visits those that still are in a state, and not over. */
export async function stillIn(
  db: Db,
  visitIds: readonly VisitId[],
  state: 'cancelled' | 'skipped',
  now: Instant,
): Promise<VisitId[]> {
  if (visitIds.length === 0) return []
  const rows = await db
    .selectFrom('visit')
    .where('id', 'in', visitIds)
    .where('state', '=', state)
    .where('ends_at', '>', toTimestamp(now))
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a crew has set out to, begun or done one of the visits from a day on since then. */
export async function hasBegunSince(
  db: Db,
  weeklyJobId: WeeklyJobId,
  from: LocalDate,
  since: Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('visit')
    .where('weekly_job_id', '=', weeklyJobId)
    .where('date', '>=', from)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('visit_event')
          .whereRef('visit_event.visit_id', '=', 'visit.id')
          .where('visit_event.at', '>=', toTimestamp(since))
          .where('visit_event.transition', 'in', ['start_travel', 'start', 'complete'])
          .select(sql<number>`1`.as('one')),
      ),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isPlaceGone(db: Db, { property_id: propertyId }: LockedJob): Promise<boolean> {
  const row = await db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row === undefined
}
