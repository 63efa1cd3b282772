/**
 * Visits that stand already follow a change of holiday rules: the jobs that keep the calendar are walked in batches,
 * one task each, which puts the next into the queue in the transaction that moves its visits. A crash loses nothing
 * and doubles nothing; a planner that runs meanwhile works on other jobs or waits. A large walk goes in two parts side
 * by side. Whether crews can do what came to their days is asked when all of it has moved.
 */
import { changedDates, type HolidaysOn } from '#domain/schedule/holidays.ts'
import { planningRange } from '#domain/schedule/recurrence.ts'
import { addDays, DEFAULT_TIME_ZONE, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { lockJobsById } from '../jobs/job-queries.ts'
import { widestHorizon } from '../jobs/plan-visits.ts'
import { rewriteVisits } from '../jobs/rewrite-visits.ts'
import type { HolidayFollowing } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import {
  addFollowedJobs,
  countPartsLeft,
  findNextJobs,
  JOBS_AT_ONCE,
  markFollowed,
  markFollowing,
} from './holiday-queries.ts'

/** Ids are drawn evenly: half of all jobs lie up to this one. */
const MIDDLE_ID = '80000000-0000-0000-0000-000000000000'
const WHOLE = [{ after: null, upTo: null }]
const HALVES = [
  { after: null, upTo: MIDDLE_ID },
  { after: MIDDLE_ID, upTo: null },
]

const NO_HOLIDAYS: HolidaysOn = () => ({ kind: 'stays' })

/** The days for which visits may stand, a little wider than any place's own. */
export async function plannedDays(db: Db, now: Instant): Promise<{ from: LocalDate; to: LocalDate }> {
  const { from, to } = planningRange(now, DEFAULT_TIME_ZONE, await widestHorizon(db, now))
  return { from: addDays(from, -1), to: addDays(to, 1) }
}

/** Null: no calendar. */
export function datesChanged(
  before: HolidaysOn | null,
  after: HolidaysOn | null,
  { from, to }: { from: LocalDate; to: LocalDate },
): LocalDate[] {
  return changedDates(before ?? NO_HOLIDAYS, after ?? NO_HOLIDAYS, from, to)
}

/** Begins the walk for the jobs that come on these dates' weekdays, in the caller's transaction. */
export async function followDates(
  db: Db,
  following: Pick<HolidayFollowing, 'ruleSetId' | 'scope'>,
  dates: readonly LocalDate[],
  now: Instant,
): Promise<void> {
  if (dates.length === 0) return
  const sorted = [...dates].sort()
  const weekdays = [...new Set(sorted.map(weekdayOf))].sort()
  await startFollowing(db, { ...following, from: sorted[0]!, to: sorted.at(-1)!, weekdays }, now)
}

export async function followSome(app: App, db: Db, following: HolidayFollowing): Promise<void> {
  const now = app.ports.clock.now()
  const ids = await findNextJobs(db, following)
  const jobs = await lockJobsById(db, ids)
  const { from, to: until } = following
  await rewriteVisits(db, { app, jobs, from, until, actor: SYSTEM, reason: 'holiday', now })
  const isPartDone = ids.length < JOBS_AT_ONCE
  if (!isPartDone) await enqueue(db, 'follow_holidays', { ...following, after: ids.at(-1)! }, { now })
  // Counting locks the calendar: of two parts that end at once the second sees that the first has ended.
  if (following.ruleSetId !== null) await addFollowedJobs(db, following.ruleSetId, ids.length)
  if (!isPartDone || (await countPartsLeft(db, following.walkId)) > 1) return
  if (following.ruleSetId !== null) await markFollowed(db, following.ruleSetId)
  await enqueue(db, 'settle_moved', { from, to: addDays(until, 7), after: null }, { now })
}

async function startFollowing(
  db: Db,
  following: Omit<HolidayFollowing, 'walkId' | 'after' | 'upTo'>,
  now: Instant,
): Promise<void> {
  const walkId = crypto.randomUUID()
  if (following.ruleSetId !== null) await markFollowing(db, following.ruleSetId, following)
  for (const part of following.ruleSetId === null ? WHOLE : HALVES)
    await enqueue(db, 'follow_holidays', { ...following, ...part, walkId }, { now })
}
