/** What customers decide on a day: to skip, pause, change, end, and to pay. */
import { sql } from 'kysely'
import type { VisitId, WeeklyJobId } from '#domain/ids.ts'
import { addDays, type Weekday } from '#domain/time.ts'
import { cancelWeeklyJob } from '#server/jobs/cancel-weekly-job.ts'
import { changeWeeklyJob } from '#server/jobs/change-weekly-job.ts'
import { pauseWeeklyJob, resumeWeeklyJob } from '#server/jobs/pause-weekly-job.ts'
import { skipVisit, unskipVisit } from '#server/jobs/skip-visit.ts'
import { payNow } from '#server/payments/pay-due.ts'
import { moveVisit } from '#server/schedule/move-visit.ts'
import { orderLater } from './order-choices.ts'
import { changeMany } from './bulk-choices.ts'
import { giveCard, today } from './people.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

const GOOD_CARD = '4242424242424242'

export async function decideOfCustomer(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const { chance, habits } = world
  const { key } = customer.plan
  const does = (probability: number, what: string) => chance.happens(probability, key, day, what)
  if (does(habits.skipsVisit, 'skips')) await skip(world, customer, day)
  if (does(habits.pauses, 'pauses')) await pause(world, customer, day)
  if (does(habits.changesJob, 'changes')) await change(world, customer, day)
  if (does(habits.cancelsJob, 'cancels')) await cancel(world, customer, day)
  await changeMany(world, customer, day)
  if (does(habits.movesVisit, 'moves')) await move(world, customer, day)
  if (does(habits.orders, 'orders')) orderLater(world, customer, day)
  if (does(habits.paysByHand, 'pays')) await attempt(world, 'pay now', (app) => payNow(app, customer.scope))
}

/** Those whose payment was declined may bring another card; asked of all of them in one query. */
export async function replaceCards(world: World, day: number): Promise<void> {
  const rows = await world.host
    .app()
    .db.selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('payment.state', '=', 'declined')
    .distinct()
    .orderBy('users.email')
    .select('users.email')
    .execute()
  const declined = new Set(rows.map(({ email }) => email))
  for (const customer of world.customers.values()) {
    const { key, email } = customer.plan
    if (!declined.has(email) || !world.chance.happens(world.habits.replacesCard, key, day, 'new card'))
      continue
    await giveCard(world, customer, GOOD_CARD)
  }
}

async function skip(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const visitId = await someVisit(world, customer, day)
  if (visitId === null) return
  const { plan, scope } = customer
  await attempt(world, 'skip', (app) => skipVisit(app, scope, visitId))
  if (world.chance.happens(world.habits.changesMind, plan.key, day, 'unskips'))
    await attempt(world, 'unskip', (app) => unskipVisit(app, scope, visitId))
}

async function move(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const visitId = await someVisit(world, customer, day)
  if (visitId === null) return
  const { plan, scope } = customer
  const to = addDays(today(world), world.chance.whole(1, 7, plan.key, day, 'moves to'))
  await attempt(world, 'move', (app) => moveVisit(app, scope, { visitId, to }))
}

/** One of the next twenty. */
async function someVisit(
  world: World,
  { plan, scope }: LivingCustomer,
  day: number,
): Promise<VisitId | null> {
  const coming = await world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.customer_id', '=', scope.userId)
    .where('visit.weekly_job_id', 'is not', null)
    .where('visit.state', 'in', ['scheduled', 'confirmed'])
    .where('visit.date', '>', today(world))
    .orderBy('visit.date')
    .orderBy('property.name')
    .orderBy('visit.service_key')
    .limit(20)
    .select('visit.id')
    .execute()
  return coming.length === 0 ? null : world.chance.pick(coming, plan.key, day, 'which visit').id
}

async function pause(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const job = await someJob(world, customer, day)
  if (job === null) return
  const { chance } = world
  const { plan, scope } = customer
  const from = addDays(today(world), chance.whole(0, 5, plan.key, day, 'pause from'))
  const isOpen = chance.happens(0.3, plan.key, day, 'open pause')
  const to = isOpen ? null : addDays(from, chance.whole(3, 14, plan.key, day, 'pause length'))
  await attempt(world, 'pause', (app) => pauseWeeklyJob(app, scope, { weeklyJobId: job.id, from, to }))
  if (chance.happens(world.habits.changesMind, plan.key, day, 'resumes'))
    await attempt(world, 'resume', (app) => resumeWeeklyJob(app, scope, { weeklyJobId: job.id }))
}

async function change(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const job = await someJob(world, customer, day)
  if (job === null) return
  const { chance } = world
  const { plan, scope } = customer
  const isWeekday = chance.happens(0.6, plan.key, day, 'changes weekday')
  const weekdays = [chance.whole(1, 6, plan.key, day, 'new weekday') as Weekday]
  const quantity = chance.whole(1, 5, plan.key, day, 'new quantity')
  const from = addDays(today(world), chance.whole(0, 8, plan.key, day, 'change from'))
  await attempt(world, 'change', (app) =>
    changeWeeklyJob(app, scope, { weeklyJobId: job.id, from, ...(isWeekday ? { weekdays } : { quantity }) }),
  )
}

async function cancel(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const job = await someJob(world, customer, day)
  if (job !== null) await attempt(world, 'cancel', (app) => cancelWeeklyJob(app, customer.scope, job.id))
}

async function someJob(
  world: World,
  { plan, scope }: LivingCustomer,
  day: number,
): Promise<{ id: WeeklyJobId } | null> {
  const jobs = await world.host
    .app()
    .db.selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('weekly_job.customer_id', '=', scope.userId)
    .where('weekly_job.state', '<>', 'cancelled')
    .orderBy('property.name')
    .orderBy('weekly_job.service_key')
    .orderBy('weekly_job.created_at')
    .select(sql<WeeklyJobId>`weekly_job.id`.as('id'))
    .execute()
  return jobs.length === 0 ? null : world.chance.pick(jobs, plan.key, day, 'which job')
}
