/** Taking work: all of it or nothing, first come first served, one winner under any race (product §3, Assigning). */
import { decideTake } from '#domain/assignments/assignment.ts'
import type { UserId, WeeklyJobId } from '#domain/ids.ts'
import { isRefusal, type RefusalReason } from '#domain/refusals.ts'
import { dateAt, type Instant, type Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { customersBlocking } from '../crews/mark-queries.ts'
import { type CrewAtWork, lockCrew, readCrew, toMinutes, windowOfJob } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { hold, type TakenDay } from './hold.ts'
import { minutesOfJob, type PlannedDay, planDay } from './plan-day.ts'
import { type HeldJob, heldBy, type LockedJob, lockJobs, readJobs } from './queries.ts'
import { refusalOfTaking } from './refusal-of-taking.ts'

/** One weekday with the stops wanted on it, in the order wanted; stops that are held already may be among them. */
export type WantedDay = { readonly weekday: Weekday; readonly weeklyJobIds: readonly WeeklyJobId[] }

/** The order is planned before the transaction begins: another tap of the same crew in between means planning again. */
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
    const held = await heldBy(app.db, scope)
    const plans = await planDays(app, crew, held, days)
    const taken = await inTransaction(
      app.db,
      (db) => takePlanned(db, { app, scope, days, plans, held, now, pathOf }),
      {
        isolation: 'read committed',
      },
    ).catch(lostRace)
    if (taken !== 'held meanwhile') return taken
    if (attempt >= PLANNING_TRIES) throw new Refused('conflict')
  }
}

async function planDays(
  app: App,
  crew: CrewAtWork,
  held: readonly HeldJob[],
  days: readonly WantedDay[],
): Promise<PlannedDay[]> {
  const wanted = await readJobs(app.db, [...new Set(days.flatMap((day) => day.weeklyJobIds))])
  const plans: PlannedDay[] = []
  for (const { weekday, weeklyJobIds } of days) {
    const heldThatDay = held.filter((job) => job.weekday === weekday)
    const heldIds = new Set(heldThatDay.map((job) => job.id))
    const fresh = wanted.filter((job) => weeklyJobIds.includes(job.id) && !heldIds.has(job.id))
    plans.push(await planDay(app, crew, { weekday, jobs: [...heldThatDay, ...fresh], wanted: weeklyJobIds }))
  }
  return plans
}

type Taking = {
  readonly app: App
  readonly scope: CrewScope
  readonly days: readonly WantedDay[]
  readonly plans: readonly PlannedDay[]
  /** As the plans know it. */
  readonly held: readonly HeldJob[]
  readonly now: Instant
  readonly pathOf: (weeklyJobId: WeeklyJobId, weekday: Weekday) => string
}

async function takePlanned(db: Db, taking: Taking): Promise<TakenDay[] | 'held meanwhile'> {
  const { scope, days, plans, now } = taking
  await lockCrew(db, scope)
  const crew = await readCrew(db, scope, now)
  const held = await heldBy(db, scope)
  if (crew === null || !isSame(held, taking.held)) return 'held meanwhile'
  const jobs = await lockJobs(db, [...new Set(days.flatMap((day) => day.weeklyJobIds))])
  const blocking = await customersBlocking(db, scope.userId)
  const fresh = days.map((day) => decideDay(crew, day, { jobs, held, blocking }, taking))
  const taken: TakenDay[] = []
  for (const [index, plan] of plans.entries())
    taken.push(await hold(db, { ...taking, plan, fresh: fresh[index]!, held }))
  return taken
}

type Known = {
  readonly jobs: readonly LockedJob[]
  readonly held: readonly HeldJob[]
  /** Customers that do not want this crew. */
  readonly blocking: ReadonlySet<UserId>
}

/** The jobs of a day that are really new; throws Refused with every stop that cannot be had. */
function decideDay(
  crew: CrewAtWork,
  day: WantedDay,
  { jobs, held, blocking }: Known,
  { scope, now, pathOf }: Taking,
): LockedJob[] {
  const own = held.filter((job) => job.weekday === day.weekday).map(toOwn)
  const fresh: LockedJob[] = []
  const refusals: { reason: RefusalReason; job: LockedJob; path: string }[] = []
  for (const weeklyJobId of day.weeklyJobIds) {
    const job = jobs.find((each) => each.id === weeklyJobId)
    if (job === undefined) throw new Refused('not_found')
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
  if (refusals.length > 0) throw refusalOfTaking(refusals, scope.locale)
  return fresh
}

function toWork(job: LockedJob, weekday: Weekday, now: Instant, blockedCrewIds: readonly string[]) {
  const isEnded = job.ends_on !== null && job.ends_on < dateAt(now, job.time_zone)
  return {
    weekday,
    ...toOwn(job),
    place: { lat: job.lat, lng: job.lng },
    serviceKey: job.service_key,
    crewId: job.holders.find((each) => each.weekday === weekday)?.crew_id ?? null,
    isOpen: job.state === 'active' && job.removed_at === null && !isEnded && job.weekdays.includes(weekday),
    blockedCrewIds,
  }
}

function toOwn(job: HeldJob | LockedJob) {
  return { window: toMinutes(windowOfJob(job)), durationMinutes: minutesOfJob(job) }
}

function isSame(one: readonly HeldJob[], other: readonly HeldJob[]): boolean {
  const known = new Set(other.map((job) => job.assignment_id))
  return one.length === other.length && one.every((job) => known.has(job.assignment_id))
}

/** Whoever took it without our locks was first all the same: the database has the last word. */
function lostRace(error: unknown): never {
  if (violatedUnique(error) === 'assignment_live_key') throw new Refused('offer_taken')
  throw error
}
