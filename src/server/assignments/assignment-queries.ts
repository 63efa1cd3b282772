/** Standing assignments: taken, sequenced and released; and the days off that interrupt them. */
import { sql } from 'kysely'
import type { DaysOff } from '#domain/assignments/time-off.ts'
import type { AssignmentId, TimeOffId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { addDays, dateAt, type Instant, type LocalDate, type Weekday } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

export type NewRoute = {
  readonly weekday: Weekday
  readonly drivingFeet: number
  readonly drivingSeconds: number
  readonly payCents: Cents
  readonly jobs: readonly { readonly id: WeeklyJobId; readonly time_zone: string }[]
}

/** A route and an assignment for each of its jobs. */
export async function insertRoute(
  db: Db,
  scope: CrewScope,
  { weekday, drivingFeet, drivingSeconds, payCents, jobs }: NewRoute,
  now: Instant,
): Promise<AssignmentId[]> {
  const route = await db
    .insertInto('route')
    .values({
      crew_id: scope.userId,
      weekday,
      driving_feet: drivingFeet,
      driving_seconds: drivingSeconds,
      pay_cents: payCents,
      taken_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('assignment')
    .values(
      jobs.map((job) => ({
        weekly_job_id: job.id,
        weekday,
        crew_id: scope.userId,
        route_id: route.id,
        taken_at: toTimestamp(now),
        from_date: dateAt(now, job.time_zone),
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Positions 1, 2, 3… of the whole day, stops that were assigned before included. */
export async function sequenceAssignments(
  db: Db,
  scope: CrewScope,
  weekday: Weekday,
  sequence: readonly WeeklyJobId[],
): Promise<void> {
  await sql`
    update assignment set position = wanted.position
    from unnest(${[...sequence]}::uuid[]) with ordinality as wanted (weekly_job_id, position)
    where assignment.weekly_job_id = wanted.weekly_job_id and assignment.weekday = ${weekday}
      and assignment.crew_id = ${scope.userId} and assignment.released_at is null
      and assignment.position <> wanted.position
  `.execute(db)
}

/** The coming visits of jobs on a weekday that nobody has. */
export async function findOpenVisits(
  db: Db,
  weeklyJobIds: readonly WeeklyJobId[],
  weekday: Weekday,
  now: Instant,
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .where('weekly_job_id', 'in', weeklyJobIds)
    .where(sql<boolean>`extract(isodow from coalesce(visit.moved_from, visit.date)) = ${weekday}`)
    .where('crew_id', 'is', null)
    .where('state', 'in', ['scheduled', 'confirmed', 'reopened'])
    .where('ends_at', '>', toTimestamp(now))
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The crew's coming visits take the sequence of their weekday and know their assignment. */
export async function sequenceVisits(db: Db, scope: CrewScope, now: Instant): Promise<void> {
  await sql`
    update visit set assignment_id = assignment.id, position = assignment.position
    from assignment
    where assignment.crew_id = ${scope.userId} and assignment.released_at is null
      and visit.weekly_job_id = assignment.weekly_job_id and visit.crew_id = assignment.crew_id
      and extract(isodow from coalesce(visit.moved_from, visit.date)) = assignment.weekday
      and visit.ends_at > ${toTimestamp(now)} and visit.state in ('scheduled', 'confirmed')
      and (visit.position <> assignment.position or visit.assignment_id is distinct from assignment.id)
  `.execute(db)
}

export async function hasAssignment(db: Db, scope: CrewScope, assignmentId: AssignmentId): Promise<boolean> {
  const row = await db
    .selectFrom('assignment')
    .where('id', '=', assignmentId)
    .where('crew_id', '=', scope.userId)
    .where('released_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export function lockAssignment(db: Db, scope: CrewScope, assignmentId: AssignmentId) {
  return db
    .selectFrom('assignment')
    .innerJoin('weekly_job', 'weekly_job.id', 'assignment.weekly_job_id')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('assignment.id', '=', assignmentId)
    .where('assignment.crew_id', '=', scope.userId)
    .select([
      'assignment.released_at',
      'assignment.released_from',
      'assignment.is_late_release',
      'assignment.release_reason',
      'property.time_zone',
    ])
    .forNoKeyUpdate(['weekly_job', 'assignment'])
    .executeTakeFirst()
}

export async function markReleased(
  db: Db,
  assignmentId: AssignmentId,
  { releasedFrom, now }: { releasedFrom: LocalDate; now: Instant },
): Promise<void> {
  await db
    .updateTable('assignment')
    .set({ released_at: toTimestamp(now), released_from: releasedFrom, release_reason: 'crew' })
    .where('id', '=', assignmentId)
    .execute()
}

export async function markLate(db: Db, assignmentId: AssignmentId): Promise<void> {
  await db.updateTable('assignment').set({ is_late_release: true }).where('id', '=', assignmentId).execute()
}

export async function countReleased(db: Db, assignmentId: AssignmentId): Promise<number> {
  const { count } = await db
    .selectFrom('visit_event')
    .innerJoin('assignment', (join) => join.on('assignment.id', '=', assignmentId))
    .innerJoin('visit', (join) =>
      join
        .onRef('visit.id', '=', 'visit_event.visit_id')
        .onRef('visit.weekly_job_id', '=', 'assignment.weekly_job_id'),
    )
    .where('visit_event.transition', '=', 'release')
    .whereRef('visit_event.at', '=', 'assignment.released_at')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const ENTRIES_READ = 200

/** Those that are not over on a day, first to come first. */
export function listDaysOff(db: Db, scope: CrewScope, today: LocalDate) {
  return db
    .selectFrom('time_off')
    .where('crew_id', '=', scope.userId)
    .where('to_date', '>=', today)
    .orderBy('from_date')
    .orderBy('id')
    .limit(ENTRIES_READ)
    .select(['id as timeOffId', 'from_date as from', 'to_date as to', 'note'])
    .execute()
}

/** The same days once more are the same entry. */
export async function saveDaysOff(
  db: Db,
  scope: CrewScope,
  { from, to, note }: DaysOff & { readonly note: string },
  now: Instant,
): Promise<TimeOffId> {
  const row = await db
    .insertInto('time_off')
    .values({
      crew_id: scope.userId,
      from_date: from,
      to_date: to,
      note,
      created_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.columns(['crew_id', 'from_date', 'to_date']).doUpdateSet({ note }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Undefined where the crew has no such entry. */
export function deleteDaysOff(db: Db, scope: CrewScope, timeOffId: TimeOffId): Promise<DaysOff | undefined> {
  return db
    .deleteFrom('time_off')
    .where('id', '=', timeOffId)
    .where('crew_id', '=', scope.userId)
    .returning(['from_date as from', 'to_date as to'])
    .executeTakeFirst()
}

/** Of visits that the crew has again: that it gave them back late counts no more. */
export async function forgiveLateReleases(
  db: Db,
  scope: CrewScope,
  visitIds: readonly VisitId[],
): Promise<void> {
  if (visitIds.length === 0) return
  await db
    .updateTable('visit_event')
    .set({ counts_as: null })
    .where('visit_id', 'in', visitIds)
    .where('crew_id', '=', scope.userId)
    .where('counts_as', '=', 'late_release')
    .execute()
}

/** Of the weekdays that are assigned to the crew: what a day off took from it and nobody has. */
export async function findOpenOnOwnWeekdays(
  db: Db,
  scope: CrewScope,
  days: DaysOff,
  now: Instant,
): Promise<VisitId[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('assignment', (join) =>
      join
        .onRef('assignment.weekly_job_id', '=', 'visit.weekly_job_id')
        .on('assignment.crew_id', '=', scope.userId)
        .on('assignment.released_at', 'is', null),
    )
    .where('visit.crew_id', 'is', null)
    .where('visit.state', '=', 'scheduled')
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.date', '>=', addDays(days.from, -1))
    .where('visit.date', '<=', addDays(days.to, 1))
    .where((where) =>
      where(
        sql<number>`extract(isodow from coalesce(visit.moved_from, visit.date))`,
        '=',
        where.ref('assignment.weekday'),
      ),
    )
    .select('visit.id')
    .execute()
  return rows.map((row) => row.id)
}
