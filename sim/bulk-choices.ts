/** Hosts change many weekly jobs at once, and half of them think again within the hour. */
import { sql } from 'kysely'
import type { BulkChangeId, WeeklyJobId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { addDays, instant, localTime, MINUTE_MS, type Weekday } from '#domain/time.ts'
import { startBulk, startUndo } from '#server/bulk/start-bulk.ts'
import { today } from './people.ts'
import { attempt, type LivingCustomer, tick, type World } from './world.ts'

const THINKS_AGAIN = 0.6
const AFTER_MS = 20 * MINUTE_MS

export async function changeMany(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const { chance, habits } = world
  const { key } = customer.plan
  if (!chance.happens(habits.changesMany, key, day, 'changes many')) return
  const weeklyJobIds = await jobsOf(world, customer)
  if (weeklyJobIds.length < 2) return
  const before = await read(world, weeklyJobIds)
  const change = changeOf(world, key, day)
  const started = await attempt(world, `bulk ${change.kind}`, (app) =>
    startBulk(app, customer.scope, { weeklyJobIds, change, isWhole: false }),
  )
  if (started === null) return
  await tick(world, world.clock.now())
  if (!chance.happens(THINKS_AGAIN, key, day, 'thinks again')) return
  const changed = await read(world, weeklyJobIds)
  world.later.push({
    at: instant(world.clock.now() + AFTER_MS),
    run: () => undo(world, customer, { id: started.bulkChangeId, before, changed }),
  })
}

function changeOf(world: World, key: string, day: number): BulkChange {
  const whole = (from: number, to: number, what: string) => world.chance.whole(from, to, key, day, what)
  const from = addDays(today(world), whole(1, 6, 'from'))
  const hour = whole(6, 9, 'hour')
  const changes: readonly BulkChange[] = [
    { kind: 'skip', weekOf: addDays(from, 5) },
    { kind: 'pause', from, to: addDays(from, whole(2, 12, 'pause')) },
    { kind: 'window', from, window: { start: localTime(`0${hour}:00`), end: localTime('18:00') } },
    { kind: 'weekdays', from, weekdays: [whole(1, 6, 'weekday') as Weekday] },
    { kind: 'quantity', from, quantity: whole(1, 5, 'quantity') },
    { kind: 'cancel' },
  ]
  return changes[whole(0, changes.length - 1, 'change')]!
}

async function undo(
  world: World,
  customer: LivingCustomer,
  { id, before, changed }: { readonly id: BulkChangeId; readonly before: Seen; readonly changed: Seen },
): Promise<void> {
  const now = await read(world, [...changed.keys()])
  await attempt(world, 'bulk undo', (app) => startUndo(app, customer.scope, id))
  await tick(world, world.clock.now())
  const rows = await world.host
    .app()
    .db.selectFrom('bulk_change_job')
    .where('bulk_change_id', '=', id)
    .where('state', '=', 'undone')
    .orderBy('weekly_job_id')
    .select('weekly_job_id')
    .execute()
  // What somebody else did with it meanwhile is none of the undo's.
  const undone = rows
    .map(({ weekly_job_id }) => weekly_job_id)
    .filter((each) => now.get(each) === changed.get(each))
  const after = await read(world, undone)
  for (const job of undone)
    if (after.get(job) !== before.get(job))
      world.outside.faults.push({
        customer: customer.plan.key,
        job,
        wrong: `was ${before.get(job)}, and is ${after.get(job)} after the undo`,
      })
}

type Seen = ReadonlyMap<WeeklyJobId, string>

/**
 * What a host sees of a weekly job: its terms, the days of the next three weeks on which somebody comes, and those that
 * the host left out by itself, also while nobody came on them anyway.
 */
async function read(world: World, ids: readonly WeeklyJobId[]): Promise<Seen> {
  const now = today(world)
  const { rows } = await sql<{ id: WeeklyJobId; seen: string }>`
    select job.id, concat_ws(' ', job.state, job.weekdays::text, job.window_start, job.window_end, job.quantity, (
      select string_agg(concat_ws(' ', visit.date, visit.starts_at, visit.ends_at, 'x' || visit.quantity), ', ' order by visit.date) from visit
      where visit.weekly_job_id = job.id and visit.state not in ('skipped', 'cancelled')
        and visit.date > ${now}::date and visit.date <= ${now}::date + 21
    ), (
      select 'without ' || string_agg(skip.date::text, ', ' order by skip.date) from weekly_job_skip as skip
      where skip.weekly_job_id = job.id and skip.reason = 'customer'
    )) as seen
    from weekly_job as job where job.id = any(${[...ids]}::uuid[])
  `.execute(world.host.app().db)
  return new Map(rows.map(({ id, seen }) => [id, seen]))
}

async function jobsOf(world: World, { scope }: LivingCustomer): Promise<WeeklyJobId[]> {
  const rows = await world.host
    .app()
    .db.selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
