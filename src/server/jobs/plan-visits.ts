/**
 * The planner: every weekly job has its visits four weeks ahead, once per date (product §3). It walks the jobs in
 * small batches, each a transaction of its own that locks its jobs: a crash loses at most one batch, two planners share
 * the work, and a run that finds nothing to do changes nothing.
 */
import type { WeeklyJobId } from '#domain/ids.ts'
import { planningRange } from '#domain/schedule/recurrence.ts'
import { rememberWindows, visitsToCome, type WindowOf } from '#domain/schedule/series.ts'
import type { SettingsBook } from '#domain/settings/book.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { readSettings } from '../settings/read-settings.ts'
import { addVisits } from './add-visits.ts'
import {
  claimJobs,
  JOBS_PLANNED_AT_ONCE,
  type JobsToPlan,
  markPlanned,
  type PlannedJob,
} from './job-queries.ts'
import { type JobSeries, loadSeries } from './series-queries.ts'

export type PlanInput = JobsToPlan & {
  /** Called after each batch. */
  readonly onBatch?: (planned: Planned) => void
}

export type Planned = { readonly jobCount: number; readonly visitCount: number }

/** Two connections keep the database busy while dates are computed; locked jobs are nobody else's. */
const WORKERS = 2

/** The zone in which every day begins first: no place's horizon lies further ahead. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

/** Answers how many jobs were brought up to date and how many visits are new. `db` may be an open transaction. */
export async function planVisits(app: App, input: PlanInput = {}, db: Db = app.db): Promise<Planned> {
  const run: Run = {
    input,
    now: app.ports.clock.now(),
    settings: await readSettings(db),
    windowOf: rememberWindows(),
    planned: { jobCount: 0, visitCount: 0 },
    hasFailed: false,
  }
  const workers = Array.from({ length: db.isTransaction ? 1 : WORKERS }, () => planOn(db, run))
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return run.planned
}

type Run = {
  readonly input: PlanInput
  readonly now: Instant
  readonly settings: SettingsBook
  readonly windowOf: WindowOf
  planned: Planned
  hasFailed: boolean
}

/** What planning looks ahead where nothing says of which market the jobs are. */
export async function widestHorizon(db: Db, now: Instant): Promise<{ planningHorizonDays: number }> {
  return widestOf(await readSettings(db), now)
}

function widestOf(settings: SettingsBook, now: Instant): { planningHorizonDays: number } {
  const days = settings.everywhere(now).map((each) => each.planningHorizonDays)
  return { planningHorizonDays: Math.max(...days) }
}

/** Batch after batch until no job is left that nobody else has locked. */
async function planOn(db: Db, run: Run): Promise<void> {
  let after: WeeklyJobId | null = null
  do {
    const from: WeeklyJobId | null = after
    try {
      const work = (trx: Db) => planBatch(trx, run, from)
      const batch: Batch = await inTransaction(db, work, { isolation: 'read committed' })
      const { jobCount, visitCount } = run.planned
      run.planned = { jobCount: jobCount + batch.jobCount, visitCount: visitCount + batch.visitCount }
      after = batch.last
      run.input.onBatch?.(run.planned)
    } catch (error) {
      run.hasFailed = true
      throw error
    }
  } while (after !== null && !run.hasFailed)
}

type Batch = Planned & { readonly last: WeeklyJobId | null }

async function planBatch(db: Db, run: Run, after: WeeklyJobId | null): Promise<Batch> {
  const { input, now } = run
  const horizon = planningRange(now, EARLIEST_ZONE, widestOf(run.settings, now)).to
  const jobs = await claimJobs(db, input, after, horizon)
  const due = jobs.filter((job) => isDue(job, run))
  const last = jobs.length < JOBS_PLANNED_AT_ONCE ? null : jobs.at(-1)!.id
  if (due.length === 0) return { jobCount: 0, visitCount: 0, last }
  const since = due.map((job) => firstDay(job, run)).reduce((a, b) => (a < b ? a : b))
  const series = await loadSeries(db, due, since)
  const visits = due.flatMap((job) => visitsOf(job, series.get(job.id)!, run))
  const visitCount = await addVisits(db, visits, now)
  for (const [until, group] of Map.groupBy(due, (job) => horizonOf(job, run)))
    await markPlanned(
      db,
      group.map((job) => job.id),
      until,
    )
  return { jobCount: due.length, visitCount, last }
}

function isDue(job: PlannedJob, run: Run): boolean {
  return job.planned_until === null || job.planned_until < horizonOf(job, run)
}

function horizonOf(job: PlannedJob, { now, settings }: Run): LocalDate {
  return planningRange(now, job.time_zone, settings.at(job.market_id, now)).to
}

/** Goes on where the last run stopped, but makes no visits in the past after days off. */
function firstDay(job: PlannedJob, { now, settings }: Run): LocalDate {
  const { from } = planningRange(now, job.time_zone, settings.at(job.market_id, now))
  if (job.planned_until === null) return from
  const next = addDays(job.planned_until, 1)
  return next > from ? next : from
}

function visitsOf(job: PlannedJob, { series, assignees }: JobSeries, run: Run) {
  const { now, windowOf } = run
  const range = { from: firstDay(job, run), to: horizonOf(job, run), now, windowOf }
  return visitsToCome(series, range).map((visit) => ({ job, visit, assignees }))
}
