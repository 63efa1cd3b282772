/** Taking work: all of it or nothing, first come first served, one winner under any race (product §3, Assigning). */
import { decideTake } from '#domain/assignments/assignment.ts'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { isRefusal, type RefusalReason } from '#domain/refusals.ts'
import { dateAt, type Instant, type Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { customersBlocking } from '../crews/mark-queries.ts'
import { type CrewAtWork, lockCrew, readCrew, toMinutes, windowOfJob } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { nameIn } from '../db/names.ts'
import { failureOf, Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { assignWork, type TakenDay } from './assign-work.ts'
import { minutesOfJob, type PlannedDay, planDay } from './plan-day.ts'
import { type AssignedJob, type LockedJob, listAssignedJobs, lockJobs, readJobs } from './queries.ts'
import { assignmentTexts } from './texts.ts'

/** One weekday with the stops wanted on it, in the sequence wanted; stops that the crew has already may be among them. */
export type WantedDay = { readonly weekday: Weekday; readonly weeklyJobIds: readonly WeeklyJobId[] }

/** The sequence is planned before the transaction begins: another tap of the same crew in between means planning again. */
const PLANNING_TRIES = 4

export async function takeWork(
  app: App,
  scope: CrewScope,
  days: readonly WantedDay[],
  pathOf: (weeklyJobId: WeeklyJobId, weekday: Weekday) => string,
): Promise<TakenDay[]> {
  for (let attempt = 1; ; attempt++) {
    const now = app.ports.clock.now()
    const crew = await readCrew(app.db, scope, now)
    if (crew === null) throw new Refused('out_of_range')
    const assigned = await listAssignedJobs(app.db, scope)
    const plans = await planDays(app, crew, assigned, days)
    const taken = await inTransaction(
      app.db,
      (db) => takePlanned(db, { app, scope, days, plans, assigned, now, pathOf }),
      {
        isolation: 'read committed',
      },
    ).catch(lostRace)
    if (taken !== 'changed meanwhile') return taken
    if (attempt >= PLANNING_TRIES) throw new Refused('conflict')
  }
}

async function planDays(
  app: App,
  crew: CrewAtWork,
  assigned: readonly AssignedJob[],
  days: readonly WantedDay[],
): Promise<PlannedDay[]> {
  const wanted = await readJobs(app.db, [...new Set(days.flatMap((day) => day.weeklyJobIds))])
  const plans: PlannedDay[] = []
  for (const { weekday, weeklyJobIds } of days) {
    const assignedThatDay = assigned.filter((job) => job.weekday === weekday)
    const assignedIds = new Set(assignedThatDay.map((job) => job.id))
    const fresh = wanted.filter((job) => weeklyJobIds.includes(job.id) && !assignedIds.has(job.id))
    plans.push(
      await planDay(app, crew, { weekday, jobs: [...assignedThatDay, ...fresh], wanted: weeklyJobIds }),
    )
  }
  return plans
}

type Taking = {
  readonly app: App
  readonly scope: CrewScope
  readonly days: readonly WantedDay[]
  readonly plans: readonly PlannedDay[]
  /** As the plans know it. */
  readonly assigned: readonly AssignedJob[]
  readonly now: Instant
  readonly pathOf: (weeklyJobId: WeeklyJobId, weekday: Weekday) => string
}

async function takePlanned(db: Db, taking: Taking): Promise<TakenDay[] | 'changed meanwhile'> {
  const { scope, days, plans, now } = taking
  await lockCrew(db, scope)
  const crew = await readCrew(db, scope, now)
  const assigned = await listAssignedJobs(db, scope)
  if (crew === null || !isSame(assigned, taking.assigned)) return 'changed meanwhile'
  const jobs = await lockJobs(db, [...new Set(days.flatMap((day) => day.weeklyJobIds))])
  const blocking = await customersBlocking(db, scope.userId)
  const fresh = days.map((day) => decideDay(crew, day, { jobs, assigned, blocking }, taking))
  const taken: TakenDay[] = []
  for (const [index, plan] of plans.entries())
    taken.push(await assignWork(db, { ...taking, plan, fresh: fresh[index]!, assigned }))
  return taken
}

type Known = {
  readonly jobs: readonly LockedJob[]
  readonly assigned: readonly AssignedJob[]
  /** Customers that do not want this crew. */
  readonly blocking: ReadonlySet<UserId>
}

/** The jobs of a day that are really new; throws Refused with every stop that cannot be had. */
function decideDay(
  crew: CrewAtWork,
  day: WantedDay,
  { jobs, assigned, blocking }: Known,
  { scope, now, pathOf }: Taking,
): LockedJob[] {
  const own = assigned.filter((job) => job.weekday === day.weekday).map(toOwn)
  const fresh: LockedJob[] = []
  const refusals: { reason: RefusalReason; job: LockedJob; path: string }[] = []
  for (const weeklyJobId of day.weeklyJobIds) {
    const job = jobs.find((each) => each.id === weeklyJobId)
    const isAssigned = assigned.some((each) => each.id === weeklyJobId)
    // What is another market's is not shown to this crew, so there is none to take.
    if (job === undefined || (job.market_id !== scope.marketId && !isAssigned)) throw new Refused('not_found')
    const decision = decideTake(
      crew.facts,
      toWork(job, day.weekday, now, blocking.has(job.customer_id) ? [crew.facts.id] : []),
      own,
    )
    if (isRefusal(decision)) {
      refusals.push({ reason: decision.refused, job, path: pathOf(weeklyJobId, day.weekday) })
    } else if (!('alreadyDone' in decision)) {
      own.push(toOwn(job))
      fresh.push(job)
    }
  }
  if (refusals.length > 0) throw refuseTaking(refusals, scope.locale)
  return fresh
}

function toWork(job: LockedJob, weekday: Weekday, now: Instant, blockedCrewIds: readonly string[]) {
  const isEnded = job.ends_on !== null && job.ends_on < dateAt(now, job.time_zone)
  return {
    weekday,
    ...toOwn(job),
    place: { lat: job.lat, lng: job.lng },
    serviceKey: job.service_key,
    crewId: job.assignees.find((each) => each.weekday === weekday)?.crew_id ?? null,
    isOpen: job.state === 'active' && job.removed_at === null && !isEnded && job.weekdays.includes(weekday),
    blockedCrewIds,
  }
}

function toOwn(job: AssignedJob | LockedJob) {
  return { window: toMinutes(windowOfJob(job)), durationMinutes: minutesOfJob(job) }
}

function isSame(one: readonly AssignedJob[], other: readonly AssignedJob[]): boolean {
  const known = new Set(other.map((job) => job.assignment_id))
  return one.length === other.length && one.every((job) => known.has(job.assignment_id))
}

/** Whoever took it without our locks was first all the same: the database has the last word. */
function lostRace(error: unknown): never {
  if (violatedUnique(error) === 'assignment_live_key') throw new Refused('offer_taken')
  throw error
}

type RefusedStop = { readonly reason: RefusalReason; readonly job: LockedJob; readonly path: string }

/** One refusal for all stops that cannot be had: its sentence names those that others took, its fields name each. */
function refuseTaking(stops: readonly RefusedStop[], locale: Language): Refused {
  const fields = Object.fromEntries(stops.map((stop) => [stop.path, sentenceOf(stop.reason, locale)]))
  const lost = stops.filter((stop) => stop.reason === 'offer_taken' || stop.reason === 'no_longer_open')
  if (lost.length === 0) return new Refused(stops[0]!.reason, { fields })
  const isTaken = lost.every((stop) => stop.reason === 'offer_taken')
  const names = lost.map((stop) => nameOf(stop.job, locale)).join('; ')
  return new Refused(isTaken ? 'offer_taken' : 'no_longer_open', {
    fields,
    sentence: assignmentTexts[locale].lost(names),
  })
}

/** As the crew saw it before: the service and the neighbourhood, no address. */
function nameOf(job: LockedJob, locale: Language): string {
  const service = nameIn(locale, job)
  return job.neighbourhood === null ? service : `${service}, ${job.neighbourhood}`
}

function sentenceOf(reason: RefusalReason, locale: Language): string {
  return failureOf(new Refused(reason), locale).error
}
