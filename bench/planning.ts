/**
 * Planning four weeks of 20,000 weekly jobs from nothing, as after a large import: real PostgreSQL on this machine,
 * the planner of the product. The bar: ≤ 20 s. Then once more, when there is nothing left to do.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { planVisits } from '#server/jobs/plan-visits.ts'
import { openApp } from '#server/open.ts'
import { buildCustomer } from '#testing/build.ts'

const BAR_SECONDS = 20

/** Arguments: the number of weekly jobs (20000). */
export async function run(args: readonly string[]): Promise<void> {
  const jobCount = Number(args[0] ?? 20_000)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  try {
    await buildJobs(app, jobCount)
    console.log(`${cpus()[0]!.model}, ${cpus().length} cores`)
    console.log(`${jobCount} weekly jobs on 1 to 3 weekdays, 6 windows, 4 time zones, nothing planned yet`)
    const first = await time(() => planVisits(app))
    const seconds = first.milliseconds / 1_000
    console.log(
      `planned ${first.result.visitCount} visits of ${first.result.jobCount} jobs in ${seconds.toFixed(1)} s (bar ${BAR_SECONDS} s)`,
    )
    const again = await time(() => planVisits(app))
    console.log(`run again: ${again.result.visitCount} new in ${again.milliseconds.toFixed(0)} ms`)
    console.log(`memory ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MiB`)
    if (jobCount <= 20_000 && seconds > BAR_SECONDS) process.exitCode = 1
  } finally {
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** 20 customers; what a job is like follows from its number alone. */
export async function buildJobs(app: App, jobCount: number): Promise<void> {
  const customers: string[] = []
  for (let index = 0; index < 20; index++) customers.push((await buildCustomer(app)).userId)
  await sql`
    with place as (
      insert into property (customer_id, name, lat, lng, time_zone, created_at, updated_at)
      select (${customers}::uuid[])[1 + n % 20], 'Place ' || n, 39.6 + (n % 300) * 0.001, -105.1 + (n % 400) * 0.001,
        (array['America/Denver', 'America/Denver', 'America/Phoenix', 'America/New_York', 'America/Chicago'])[1 + n % 5],
        now(), now()
      from generate_series(1, ${jobCount}::integer) n
      returning id, customer_id, name
    ), numbered as (select *, substring(name from 7)::integer as n from place)
    insert into weekly_job (customer_id, property_id, service_key, weekdays, window_start, window_end, quantity,
      starts_on, created_at, updated_at)
    select customer_id, id, 'bins',
      (case n % 3 when 0 then array[1 + n % 7] when 1 then array[1 + n % 3, 5 + n % 3]
        else array[1 + n % 2, 3 + n % 2, 5 + n % 3] end)::smallint[],
      make_time(6 + n % 6, 0, 0), make_time(9 + n % 6, 0, 0), 1 + n % 4, current_date - 7, now(), now()
    from numbered
  `.execute(app.db)
}

async function time<Result>(work: () => Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const start = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - start }
}
