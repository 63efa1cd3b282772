/** What crews decide: which work to take, what to release, how to be paid. */
import { sql } from 'kysely'
import type { WeeklyJobId } from '#domain/ids.ts'
import { type Weekday } from '#domain/time.ts'
import { releaseAssignment } from '#server/assignments/release-assignment.ts'
import { requestInstantPayout } from '#server/payouts/request-instant-payout.ts'
import { readJobRoutes } from '#server/routes/read-job-routes.ts'
import { takeRoute } from '#server/routes/take-route.ts'
import { takeWeeklyJob } from '#server/routes/take-weekly-job.ts'
import { connectAccount, isAccountStopped } from './payout-choices.ts'
import { decideOfWeek } from './week-choices.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

/** Looks at what is open and takes the best route of each day on which there is nothing yet, and perhaps a job or two. */
export async function lookForWork(world: World, crew: LivingCrew): Promise<void> {
  const { plan, scope } = crew
  const seen = await attempt(world, 'look for work', (app) => readJobRoutes(app, scope))
  if (seen === null) return
  const assignedDays = new Set(seen.days.filter((day) => day.assignedCount >= 3).map((day) => day.weekday))
  const taken = new Set<Weekday>(assignedDays)
  for (const route of seen.recommendedRoutes) {
    if (taken.has(route.weekday) || route.newStopCount === 0) continue
    taken.add(route.weekday)
    const stops = route.stops.map(({ weeklyJobId }) => ({ weeklyJobId: weeklyJobId as WeeklyJobId }))
    await attempt(world, 'take route', (app) => takeRoute(app, scope, { weekday: route.weekday, stops }))
  }
  const single = seen.jobs.find((_, index) => world.chance.happens(0.3, plan.key, 'single', index))
  if (single === undefined || seen.recommendedRoutes.length > 0) return
  await takeJob(
    world,
    crew,
    single.weeklyJobId,
    single.openDays.map(({ weekday }) => weekday),
  )
}

/** Takes every open weekday of the weekly jobs of some customers. */
export async function takeJobsOf(
  world: World,
  crew: LivingCrew,
  customerKeys: readonly string[],
): Promise<void> {
  const emails = customerKeys.flatMap((key) => world.customers.get(key)?.plan.email ?? [])
  if (emails.length === 0) return
  const jobs = await world.host
    .app()
    .db.selectFrom('weekly_job')
    .innerJoin('users', 'users.id', 'weekly_job.customer_id')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('users.email', 'in', emails)
    .orderBy('property.name')
    .orderBy('weekly_job.service_key')
    .select(['weekly_job.id', 'weekly_job.weekdays'])
    .execute()
  for (const job of jobs) await takeJob(world, crew, job.id, job.weekdays)
}

export async function decideOfCrew(world: World, crew: LivingCrew, day: number): Promise<void> {
  const { chance, habits } = world
  const { plan, scope } = crew
  const { key } = plan
  const isTime = plan.connectsAfterDays !== null && day >= plan.joinsOnDay + plan.connectsAfterDays
  if (isTime && (!world.payableSince.has(scope.userId) || (await isAccountStopped(world, crew))))
    await connectAccount(world, crew)
  await decideOfWeek(world, crew, day)
  if (chance.happens(habits.releases, key, day, 'releases')) await releaseOne(world, crew, day)
  const isQuiet = world.showcase !== null && day >= world.showcase.quietFromDay
  if (!isQuiet && chance.happens(habits.looksForWork, key, day, 'looks')) await lookForWork(world, crew)
  if (chance.happens(habits.wantsInstantPayout, key, day, 'instant'))
    await attempt(world, 'instant payout', (app) => requestInstantPayout(app, scope))
}

export async function takeJob(
  world: World,
  { scope }: LivingCrew,
  weeklyJobId: WeeklyJobId,
  weekdays: readonly Weekday[],
): Promise<void> {
  await attempt(world, 'take job', (app) => takeWeeklyJob(app, scope, { weeklyJobId, weekdays }))
}

async function releaseOne(world: World, { plan, scope }: LivingCrew, day: number): Promise<void> {
  const assigned = await world.host
    .app()
    .db.selectFrom('assignment')
    .innerJoin('weekly_job', 'weekly_job.id', 'assignment.weekly_job_id')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('assignment.crew_id', '=', scope.userId)
    .where('assignment.released_at', 'is', null)
    .orderBy(sql`property.lat, property.lng, weekly_job.service_key, assignment.weekday`)
    .select('assignment.id')
    .execute()
  if (assigned.length === 0) return
  const { id } = world.chance.pick(assigned, plan.key, day, 'which assignment')
  await attempt(world, 'release', (app) => releaseAssignment(app, scope, { assignmentId: id }))
}
