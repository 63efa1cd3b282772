/** A crew takes days off: what falls on them goes to others, and comes back where it is still open when they are undone. */
import type { InputFault } from '#contract/sentences.ts'
import { type DaysOff, isOff } from '#domain/assignments/time-off.ts'
import type { TimeOffId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { timedVisits, withoutDaysOff } from '../crews/days-off-queries.ts'
import { lockCrew } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import {
  deleteDaysOff,
  findOpenOnOwnWeekdays,
  forgiveLateReleases,
  listDaysOff,
  saveDaysOff,
  sequenceVisits,
} from './assignment-queries.ts'
import { notifyOfUnassignedLater } from './notify-of-unassigned.ts'
import { costOfRelease, tripsOnDaysOff, visitsOnDaysOff, type WithTrip } from './preview-release.ts'

/** Further ahead nobody plans. */
const LONGEST_DAYS = 366

export async function readDaysOffToCome(app: App, scope: CrewScope) {
  const today = dateAt(app.ports.clock.now(), scope.timeZone)
  const daysOff = await listDaysOff(app.db, scope, today)
  return { daysOff, today }
}

/** What would go to others, before it does. */
export async function previewDaysOff(app: App, scope: CrewScope, days: DaysOff & WithTrip) {
  const now = app.ports.clock.now()
  checkDays(scope, days, now)
  const cost = await costOfRelease(app.db, scope, await visitsOnDaysOff(app.db, scope, days, now), now)
  const [trip] = await tripsOnDaysOff(app.db, scope, days, now)
  return { ...cost, trip: trip === undefined ? null : { visitId: trip.id, propertyName: trip.property_name } }
}

/** The same days once more add nothing. Visits inside the notice count as released late (product §3). */
export function addDaysOff(
  app: App,
  scope: CrewScope,
  input: DaysOff & WithTrip & { readonly note: string },
) {
  const work = async (db: Db) => {
    const now = app.ports.clock.now()
    checkDays(scope, input, now)
    await lockCrew(db, scope)
    const timeOffId = await saveDaysOff(db, scope, input, now)
    const { applied } = await applyTransition(db, {
      app,
      visitIds: await visitsOnDaysOff(db, scope, input, now),
      transition: 'release',
      actor: actorOf(scope, now),
      now,
      detail: { timeOffId },
    })
    await notifyOfUnassignedLater(
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
    const days = await deleteDaysOff(db, scope, timeOffId)
    if (days === undefined) throw new Refused('not_found')
    return { returnedVisitCount: await takeBack(app, db, scope, days, now) }
  }
  return inTransaction(app.db, work, { isolation: 'read committed' })
}

async function takeBack(app: App, db: Db, scope: CrewScope, days: DaysOff, now: Instant): Promise<number> {
  const actor = actorOf(scope, now)
  if (actor.isFrozen) return 0
  const open = await findOpenOnOwnWeekdays(db, scope, days, now)
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
  // Who comes all the same has let nobody down.
  await forgiveLateReleases(
    db,
    scope,
    applied.map((visit) => visit.visitId),
  )
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
  await sequenceVisits(db, scope, now)
  return applied.length
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
