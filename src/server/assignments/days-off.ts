/** A crew takes days off: what falls on them goes to others, and comes back where it is still open when they are undone. */
import { sql } from 'kysely'
import type { InputFault } from '#contract/sentences.ts'
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import type { TimeOffId, VisitId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { timedVisits, withoutDaysOff } from '../crews/days-off-queries.ts'
import { lockCrew } from '../crews/queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { costOfRelease, visitsOnDaysOff } from './coming-visits.ts'
import { orderHeldVisits } from './hold.ts'
import { tellUnassignedLater } from './tell-unassigned.ts'

/** Further ahead nobody plans. */
const LONGEST_DAYS = 366
const ENTRIES_READ = 200

export async function listDaysOff(app: App, scope: CrewScope) {
  const today = dateAt(app.ports.clock.now(), scope.timeZone)
  const rows = await app.db
    .selectFrom('time_off')
    .where('crew_id', '=', scope.userId)
    .where('to_date', '>=', today)
    .orderBy('from_date')
    .orderBy('id')
    .limit(ENTRIES_READ)
    .select(['id', 'from_date', 'to_date', 'note'])
    .execute()
  const daysOff = rows.map((row) => ({
    timeOffId: row.id,
    from: row.from_date,
    to: row.to_date,
    note: row.note,
  }))
  return { daysOff, today }
}

/** What would go to others, before it does. */
export async function previewDaysOff(app: App, scope: CrewScope, days: DaysOff) {
  const now = app.ports.clock.now()
  checkDays(scope, days, now)
  return costOfRelease(app.db, scope, await visitsOnDaysOff(app.db, scope, days, now), now)
}

/** The same days once more add nothing. Visits inside the notice count as given back late (product §3). */
export function addDaysOff(app: App, scope: CrewScope, input: DaysOff & { readonly note: string }) {
  const work = async (db: Db) => {
    const now = app.ports.clock.now()
    checkDays(scope, input, now)
    await lockCrew(db, scope)
    const timeOffId = await insertOrFind(db, scope, input, now)
    const { applied } = await applyTransition(db, {
      app,
      visitIds: await visitsOnDaysOff(db, scope, input, now),
      transition: 'release',
      actor: actorOf(scope, now),
      now,
      detail: { timeOffId },
    })
    await tellUnassignedLater(
      db,
      applied.map((visit) => visit.customerId),
      now,
    )
    const lateCount = applied.filter((visit) => visit.countsAs === 'late_release').length
    return { timeOffId, releasedVisitCount: applied.length, lateCount }
  }
  return inTransaction(app.db, work, { isolation: 'read committed' })
}

/** The crew works on these days again: of its own visits those come back that nobody took meanwhile. */
export function removeDaysOff(app: App, scope: CrewScope, { timeOffId }: { timeOffId: TimeOffId }) {
  const work = async (db: Db) => {
    const now = app.ports.clock.now()
    await lockCrew(db, scope)
    const removed = await db
      .deleteFrom('time_off')
      .where('id', '=', timeOffId)
      .where('crew_id', '=', scope.userId)
      .returning(['from_date', 'to_date'])
      .executeTakeFirst()
    if (removed === undefined) throw new Refused('not_found')
    const days = { from: removed.from_date, to: removed.to_date }
    return { returnedVisitCount: await takeBack(app, db, scope, days, now) }
  }
  return inTransaction(app.db, work, { isolation: 'read committed' })
}

async function takeBack(app: App, db: Db, scope: CrewScope, days: DaysOff, now: Instant): Promise<number> {
  const actor = actorOf(scope, now)
  if (actor.isFrozen) return 0
  const open = await openOnOwnWeekdays(db, scope, days, now)
  const timed = (await timedVisits(db, open)).filter((visit) => isOff(visit, [days]))
  const visitIds = await withoutDaysOff(
    db,
    scope.userId,
    timed.map((visit) => visit.id),
  )
  const step = { app, now, detail: { reason: 'days_off_undone' } } as const
  const { applied } = await applyTransition(db, {
    ...step,
    visitIds,
    transition: 'assign',
    actor: SYSTEM,
    assigneeId: scope.userId,
  })
  const settings = await settingsAt(db, scope.marketId, now)
  const zones = new Map(timed.map((visit) => [visit.id, visit.zone]))
  const confirmed = applied.filter((visit) =>
    isConfirmedByTaking(visit.date, now, zones.get(visit.visitId)!, settings),
  )
  await applyTransition(db, {
    ...step,
    visitIds: confirmed.map((visit) => visit.visitId),
    transition: 'confirm',
    actor,
  })
  await orderHeldVisits(db, scope, now)
  return applied.length
}

/** Of the weekdays that the crew holds: what a day off took from it and nobody has. */
async function openOnOwnWeekdays(db: Db, scope: CrewScope, days: DaysOff, now: Instant): Promise<VisitId[]> {
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

async function insertOrFind(
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

function checkDays(scope: CrewScope, { from, to }: DaysOff, now: Instant): void {
  const today: LocalDate = dateAt(now, scope.timeZone)
  if (from < today) throw badDay('from', 'chooseDayFromTodayOn')
  if (to < from) throw badDay('to', 'lastDayBeforeFirst')
  if (to > addDays(today, LONGEST_DAYS)) throw badDay('to', 'chooseDaysWithinYear')
}

function badDay(field: string, fault: InputFault): Refused {
  return new Refused('bad_input', { faults: { [field]: fault } })
}
