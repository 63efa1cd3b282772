/** What a crew can take: open jobs around it, what each weekday has, and routes worth taking (seed §7, product §3). */
import { createHash } from 'node:crypto'
import { addCents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { OpenStop, RecommendedRoute } from '#domain/routing/recommend.types.ts'
import { rhythmOf } from '#domain/schedule/rhythm.ts'
import { aboutAMonth } from '#domain/schedule/rhythm-amounts.ts'
import { addDays, dateAt, WEEKDAYS, type Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { minutesOfJob } from '../assignments/plan-day.ts'
import {
  type AssignedJob,
  listAssignedJobs,
  listOpenJobsAround,
  type OpenJob,
} from '../assignments/queries.ts'
import { type CrewRateCard, readCrewRateCard } from '../assignments/read-crew-rate-card.ts'
import { type CrewAtWork, readCrew, windowOfJob } from '../crews/queries.ts'
import { findPayoutWarning } from '../payout-accounts/find-payout-warning.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { type FittingJob, findFittingJobs, toStop } from './find-fitting-jobs.ts'
import { recommendDays } from './recommend-days.ts'

const JOBS_SHOWN = 500

export async function readJobRoutes(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const today = dateAt(now, scope.timeZone)
  const crew = await readCrew(app.db, scope, now)
  const warning = await findPayoutWarning(app.db, scope.userId, now)
  if (crew === null)
    return { jobs: [], days: emptyDays(), recommendedRoutes: [], openJobCount: 0, base: null, ...warning }
  const { planningHorizonDays } = await settingsAt(app.db, scope.marketId, now)
  const horizon = addDays(today, planningHorizonDays)
  const [open, assigned] = await Promise.all([
    listOpenJobsAround(app.db, { ...crew.facts, from: today, until: horizon }),
    listAssignedJobs(app.db, scope),
  ])
  const pay = await readCrewRateCard(app.db, {
    jobs: [...open, ...assigned],
    marketId: scope.marketId,
    today,
  })
  const { jobs: fitting, stopsByWeekday } = findFittingJobs(crew, open, assigned, pay)
  const assignedDays = assignedByDay(assigned, pay)
  const recommended = await recommendDays(
    app,
    WEEKDAYS.flatMap((weekday) => {
      const hours = crew.hours.get(weekday)
      if (hours === undefined) return []
      const assignedStops = (assignedDays.get(weekday) ?? []).map(({ stop }) => stop)
      return [
        {
          weekday,
          crew: { ...crew.facts, hours },
          openStops: stopsByWeekday.get(weekday) ?? [],
          assignedStops,
        },
      ]
    }),
  )
  const known = new Map<string, OpenJob | AssignedJob>()
  for (const job of open) known.set(job.id, job)
  for (const job of assigned) known.set(job.id, job)
  return {
    jobs: fitting.slice(0, JOBS_SHOWN).map(toJobReply),
    days: WEEKDAYS.map((weekday) =>
      dayReply(crew, weekday, stopsByWeekday.get(weekday) ?? [], assignedDays.get(weekday) ?? []),
    ),
    recommendedRoutes: recommended.flatMap(({ weekday, routes }) =>
      routes.map((route) => toRouteReply(weekday, route, known)),
    ),
    openJobCount: fitting.length,
    base: crew.facts.base,
    ...warning,
  }
}

type AssignedDay = readonly { readonly job: AssignedJob; readonly stop: OpenStop }[]

function assignedByDay(
  assigned: readonly AssignedJob[],
  pay: CrewRateCard,
): ReadonlyMap<Weekday, AssignedDay> {
  const stops = assigned.map((job) => {
    const payCents = pay.payOf(job, job.weekday) ?? ZERO_CENTS
    return { job, stop: toStop(job, payCents) }
  })
  return Map.groupBy(stops, ({ job }) => job.weekday)
}

function emptyDays() {
  const nothing = { openCount: 0, openPayCents: ZERO_CENTS, assignedCount: 0, assignedPayCents: ZERO_CENTS }
  return WEEKDAYS.map((weekday) => ({ weekday, hours: null, ...nothing }))
}

function dayReply(crew: CrewAtWork, weekday: Weekday, open: readonly OpenStop[], assigned: AssignedDay) {
  return {
    weekday,
    hours: crew.hours.get(weekday) ?? null,
    openCount: open.length,
    openPayCents: cents(open.reduce((sum, stop) => sum + stop.payCents, 0)),
    assignedCount: assigned.length,
    assignedPayCents: addCents(...assigned.map(({ stop }) => stop.payCents)),
  }
}

/** About 100 m: near enough to decide, too coarse to find the door (field 43). */
function coarse({ lat, lng, neighbourhood }: OpenJob | AssignedJob) {
  return { lat: Math.round(lat * 1_000) / 1_000, lng: Math.round(lng * 1_000) / 1_000, neighbourhood }
}

function toJobReply({ job, distanceFeet, minutes, openDays }: FittingJob) {
  return {
    weeklyJobId: job.id,
    serviceKey: job.service_key,
    quantity: job.quantity,
    ...coarse(job),
    // To the coarseness of the place: from an exact one three crews could find the door.
    distanceFeet: Math.round(distanceFeet / 300) * 300,
    minutes,
    window: windowOfJob(job),
    openDays: [...openDays],
    rhythm: rhythmOf(job),
    perMonthCents: aboutAMonth(
      rhythmOf(job),
      openDays.map((day) => day.payCents),
    ),
  }
}

function toRouteReply(
  weekday: Weekday,
  route: RecommendedRoute,
  known: ReadonlyMap<string, OpenJob | AssignedJob>,
) {
  const fresh = route.stops.filter((stop) => !stop.isAssigned)
  const { totals } = route
  return {
    ...totals,
    routeKey: keyOf(weekday, route),
    weekday,
    stops: route.stops.map((stop) => {
      const job = known.get(stop.id)!
      const { id: weeklyJobId, ...times } = stop
      return {
        weeklyJobId,
        ...times,
        ...coarse(job),
        serviceKey: job.service_key,
        rhythm: rhythmOf(job),
        minutes: minutesOfJob(job),
      }
    }),
    legs: route.legs.map((leg) => ({
      drivingFeet: Math.round(leg.drivingFeet),
      drivingSeconds: Math.round(leg.drivingSeconds),
    })),
    leaveTime: route.leaveTime,
    returnTime: route.returnTime,
    newStopCount: fresh.length,
    newPayCents: addCents(...fresh.map((stop) => stop.payCents)),
  }
}

function keyOf(weekday: Weekday, route: RecommendedRoute): string {
  const text = [weekday, ...route.stops.map((stop) => stop.id)].join()
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
