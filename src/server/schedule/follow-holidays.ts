/**
 * Visits that stand already follow a change of holiday rules: the jobs that keep the calendar are walked in batches,
 * one task each, which puts the next into the queue in the transaction that moves its visits. A crash loses nothing
 * and doubles nothing; a planner that runs meanwhile works on other jobs or waits. A large walk goes in two parts side
 * by side. Whether crews can do what came to their days is asked when all of it has moved.
 */
import { sql } from 'kysely'
import type { HolidayRuleSetId, WeeklyJobId } from '#domain/ids.ts'
import { addDays, type Instant } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { lockJobsById } from '../jobs/locks.ts'
import { rewriteVisits } from '../jobs/rewrite.ts'
import type { HolidayFollowing } from '../tasks/holiday-following.ts'
import { enqueue } from '../tasks/queue.ts'

const JOBS_AT_ONCE = 500
/** Ids are drawn evenly: half of all jobs lie up to this one. */
const MIDDLE_ID = '80000000-0000-0000-0000-000000000000'
const WHOLE = [{ after: null, upTo: null }]
const HALVES = [
  { after: null, upTo: MIDDLE_ID },
  { after: MIDDLE_ID, upTo: null },
]

/** Begins the walk, in the caller's transaction. */
export async function startFollowing(
  db: Db,
  following: Omit<HolidayFollowing, 'walkId' | 'after' | 'upTo'>,
  now: Instant,
): Promise<void> {
  const walkId = crypto.randomUUID()
  if (following.ruleSetId !== null) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count ${jobsConcerned(following)}
    `.execute(db)
    await db
      .updateTable('holiday_rule_set')
      .set({ is_following: true, follow_total: rows[0]!.count, follow_done: 0 })
      .where('id', '=', following.ruleSetId)
      .execute()
  }
  for (const part of following.ruleSetId === null ? WHOLE : HALVES)
    await enqueue(db, 'follow_holidays', { ...following, ...part, walkId }, { now })
}

export async function followSome(app: App, db: Db, following: HolidayFollowing): Promise<void> {
  const now = app.ports.clock.now()
  const ids = await nextJobs(db, following)
  const jobs = await lockJobsById(db, ids)
  const { from, to: until } = following
  await rewriteVisits(db, { app, jobs, from, until, actor: SYSTEM, reason: 'holiday', now })
  const isPartDone = ids.length < JOBS_AT_ONCE
  if (!isPartDone) await enqueue(db, 'follow_holidays', { ...following, after: ids.at(-1)! }, { now })
  // Counting locks the calendar: of two parts that end at once the second sees that the first has ended.
  if (following.ruleSetId !== null) await count(db, following.ruleSetId, ids.length)
  if (!isPartDone || (await partsLeft(db, following.walkId)) > 1) return
  if (following.ruleSetId !== null) await setFollowed(db, following.ruleSetId)
  await enqueue(db, 'settle_moved', { from, to: addDays(until, 7), after: null }, { now })
}

/** With the one that runs now, which leaves the queue when it is done. */
async function partsLeft(db: Db, walkId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .where('kind', '=', 'follow_holidays')
    .where(sql<boolean>`payload ->> 'walkId' = ${walkId}`)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function nextJobs(db: Db, following: HolidayFollowing): Promise<WeeklyJobId[]> {
  const { rows } = await sql<{ id: WeeklyJobId }>`
    select job.id ${jobsConcerned(following)}
      and (${following.after}::uuid is null or job.id > ${following.after}::uuid)
      and (${following.upTo}::uuid is null or job.id <= ${following.upTo}::uuid)
    order by job.id limit ${JOBS_AT_ONCE}
  `.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Each job asks for its own calendar, in the order of ids: a join would read every place there is for each batch,
 * since nothing tells PostgreSQL how many places share a calendar. A job without visits is asked for as well: a planner
 * may be writing its first ones this moment, by the rules of before, and is waited for at the job's lock.
 */
function jobsConcerned({ scope, weekdays, from }: Pick<HolidayFollowing, 'scope' | 'weekdays' | 'from'>) {
  const ofPlace = 'propertyId' in scope ? sql`job.property_id = ${scope.propertyId}::uuid` : sql`true`
  return sql`
    from weekly_job job cross join lateral (
      select from property
      join users on users.id = property.customer_id
      join market on market.id = users.market_id
      where property.id = job.property_id and ${isInScope(scope)} limit 1
    ) place
    where job.state <> 'cancelled' and ${ofPlace}
      and (job.planned_until is null or job.planned_until >= ${from}::date)
      and (job.weekdays && ${[...weekdays]}::smallint[] or exists (
        select from weekly_job_earlier_terms terms where terms.weekly_job_id = job.id and terms.until_date >= ${from}::date
      ))
  `
}

function isInScope(scope: HolidayFollowing['scope']) {
  if ('propertyId' in scope) return sql`true`
  if ('marketId' in scope) return sql`market.id = ${scope.marketId} and property.holiday_rule_set_id is null`
  return sql`coalesce(property.holiday_rule_set_id, market.holiday_rule_set_id) = ${scope.ruleSetId}::uuid`
}

async function count(db: Db, ruleSetId: HolidayRuleSetId, done: number): Promise<void> {
  await db
    .updateTable('holiday_rule_set')
    .set((set) => ({
      follow_done: sql<number>`least(${set.ref('follow_total')}, ${set.ref('follow_done')} + ${done})`,
    }))
    .where('id', '=', ruleSetId)
    .execute()
}

async function setFollowed(db: Db, ruleSetId: HolidayRuleSetId): Promise<void> {
  await db.updateTable('holiday_rule_set').set({ is_following: false }).where('id', '=', ruleSetId).execute()
}
