/**
 * Planning one week of 100,000 weekly jobs on real PostgreSQL, and then the shift of that week by a holiday: the
 * planner and the background work of the product. The bar: ≤ 60 s together, and memory flat.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addDays, DEFAULT_TIME_ZONE, dateAt, mondayOf } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { openApp } from '#server/open.ts'
import { readSchedule } from '#server/schedule/read-schedule.ts'
import { saveHolidayRules } from '#server/schedule/save-holiday-rules.ts'
import { runOneTask } from '#server/workers/run-tasks.ts'
import { buildOperator } from '#testing/build.ts'
import { buildJobs } from './planning.ts'

const BAR_SECONDS = 60
const SAMPLE_MS = 2_000
const JOBS_IN_SLICE = 5_000

/** Arguments: the number of weekly jobs (100000). */
export async function run(args: readonly string[]): Promise<void> {
  const jobCount = Number(args[0] ?? 100_000)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(rssMiB()), SAMPLE_MS)
  try {
    // In slices: no statement of the product may take longer than a request.
    for (let built = 0; built < jobCount; built += JOBS_IN_SLICE) {
      await buildJobs(app, Math.min(JOBS_IN_SLICE, jobCount - built))
      await leaveOneWeek(app)
    }
    console.log(`${cpus()[0]!.model}, ${cpus().length} cores`)
    console.log(`${jobCount} weekly jobs, planned up to a week before the horizon`)
    samples.length = 0
    const planned = await time(() => planVisits(app))
    console.log(`planned ${planned.result.visitCount} visits of a week in ${planned.seconds.toFixed(1)} s`)
    const shift = await time(() => shiftWeek(app))
    console.log(`moved ${shift.result} visits by a holiday in ${shift.seconds.toFixed(1)} s`)
    const total = planned.seconds + shift.seconds
    console.log(`together ${total.toFixed(1)} s (bar ${BAR_SECONDS} s)`)
    console.log(`memory over time, MiB: ${samples.join(' ')}`)
    if (jobCount <= 100_000 && total > BAR_SECONDS) process.exitCode = 1
  } finally {
    clearInterval(sampling)
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** As after a daily run six days ago: the planner has one week to add. */
async function leaveOneWeek(app: App): Promise<void> {
  await sql`update weekly_job set planned_until = current_date + 21 where planned_until is null`.execute(
    app.db,
  )
}

/** A holiday is put on the Monday of the week that was planned, and the visits follow. */
async function shiftWeek(app: App): Promise<number> {
  const operator = await buildOperator(app)
  const monday = mondayOf(addDays(dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE), 28))
  const rule = {
    key: 'bench_day',
    nameEn: 'A day off',
    nameEs: 'Un día libre',
    month: Number(monday.slice(5, 7)),
    day: Number(monday.slice(8)),
    nth: null,
    weekday: null,
    effect: 'shift' as const,
    weekend: 'keep' as const,
  }
  const { ruleSets } = await readSchedule(app, operator.scope)
  const { id, name, serviceKeys, secondHoliday, rules } = ruleSets[0]!
  await saveHolidayRules(app, operator.scope, {
    ruleSetId: id,
    name,
    serviceKeys,
    secondHoliday,
    rules: [...rules, rule],
  })
  // As many lanes as a running server has.
  const lane = async () => {
    while (await runOneTask(app));
  }
  await Promise.all([lane(), lane()])
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from visit where moved_source = 'bench_day'
  `.execute(app.db)
  return rows[0]!.count
}

function rssMiB(): number {
  return Math.round(process.memoryUsage().rss / 1024 ** 2)
}

async function time<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1_000 }
}
