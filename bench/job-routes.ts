/**
 * `get-job-routes` over 5,000 open weekly jobs, as crews ask it: real HTTP, real PostgreSQL, a crew of its own for every
 * call, so that nothing is answered from memory. The bar: p50 ≤ 300 ms, p99 ≤ 1 s.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LatLng } from '#domain/geo.ts'
import { Random } from '#domain/routing/random.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  type LocalTime,
  localTime,
  WEEKDAYS,
  type Weekday,
} from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER } from '#testing/build.ts'

const JOB_COUNT = 5_000
const WARM_UP_CALLS = 10
const SERVICES = ['bins', 'recycling', 'lawn', 'pool', 'snow', 'valet_trash']
/** Neighbourhoods where the jobs lie, and how far they are strewn around them, in degrees. */
const CLUSTER_COUNT = 40
const CITY_SPREAD = 0.12
const CLUSTER_SPREAD = 0.012

/** Arguments: the number of calls (100). */
export async function run(args: readonly string[]): Promise<void> {
  const callCount = Number(args[0] ?? 100)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  const server = await createServer(app, { pagesDirectory: null, limitsCalls: false })
  try {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const random = seededRandom()
    await buildJobs(app, random)
    const tokens: string[] = []
    for (let index = 0; index < callCount + WARM_UP_CALLS; index++)
      tokens.push(await buildSignedInCrew(app, near(random, CIVIC_CENTER, CITY_SPREAD)))
    const timings: number[] = []
    const sizes = { jobs: 0, routes: 0 }
    for (const [index, token] of tokens.entries()) {
      const answered = await ask(origin, `${sessionCookieName(config)}=${token}`)
      if (index < WARM_UP_CALLS) continue
      timings.push(answered.milliseconds)
      sizes.jobs += answered.openJobCount
      sizes.routes += answered.routeCount
    }
    report(timings, { jobs: sizes.jobs / callCount, routes: sizes.routes / callCount })
  } finally {
    await server.close()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function buildJobs(app: App, random: () => number): Promise<void> {
  const weekdayUpTo = (last: Weekday) => WEEKDAYS[Math.floor(random() * last)]!
  const now = new Date(app.ports.clock.now())
  const { userId } = await buildCustomer(app)
  const clusters = Array.from({ length: CLUSTER_COUNT }, () => near(random, CIVIC_CENTER, CITY_SPREAD))
  const common = { time_zone: DEFAULT_TIME_ZONE, customer_id: userId, created_at: now, updated_at: now }
  const places = Array.from({ length: JOB_COUNT }, (_, index) => ({
    ...common,
    ...near(random, clusters[index % CLUSTER_COUNT]!, CLUSTER_SPREAD),
    name: `House ${index}`,
    neighbourhood: `Cluster ${index % CLUSTER_COUNT}`,
  }))
  const { time_zone: _, ...stamped } = common
  const startsOn = addDays(dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE), 1)
  for (let from = 0; from < JOB_COUNT; from += 1_000) {
    const batch = places.slice(from, from + 1_000)
    const rows = await app.db.insertInto('property').values(batch).returning('id').execute()
    const jobs = rows.map(({ id }) => {
      const starts = 6 + Math.floor(random() * 8)
      const window = random() < 0.5 ? null : { starts, ends: starts + 3 + Math.floor(random() * 4) }
      return {
        ...stamped,
        property_id: id,
        service_key: SERVICES[Math.floor(random() * SERVICES.length)]!,
        weekdays: random() < 0.3 ? [weekdayUpTo(5), 6 as const] : [weekdayUpTo(7)],
        window_start: window && timeText(window.starts),
        window_end: window && timeText(window.ends),
        quantity: 1 + Math.floor(random() * 4),
        starts_on: startsOn,
      }
    })
    await app.db.insertInto('weekly_job').values(jobs).execute()
  }
}

async function buildSignedInCrew(app: App, at: LatLng): Promise<string> {
  const { userId } = await buildCrew(app, { at })
  return openSession(app.db, { userId, userAgent: 'bench', now: app.ports.clock.now() })
}

async function ask(origin: string, cookie: string) {
  const started = performance.now()
  const response = await fetch(`${origin}/api/get-job-routes`, { method: 'POST', headers: { cookie } })
  const body = (await response.json()) as { openJobCount: number; recommendedRoutes: unknown[] }
  const milliseconds = performance.now() - started
  if (!response.ok) throw new Error(`get-job-routes answered ${response.status}: ${JSON.stringify(body)}`)
  return { milliseconds, openJobCount: body.openJobCount, routeCount: body.recommendedRoutes.length }
}

function report(timings: readonly number[], mean: { jobs: number; routes: number }): void {
  const sorted = [...timings].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!.toFixed(0)
  process.stdout.write(
    `get-job-routes over ${JOB_COUNT} open jobs, ${timings.length} crews: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, ` +
      `p99 ${at(0.99)} ms, slowest ${at(1)} ms (in range on average ${mean.jobs.toFixed(0)} jobs, ${mean.routes.toFixed(1)} routes)\n`,
  )
}

/** Bell-shaped enough: the sum of three even chances. */
function near(random: () => number, center: LatLng, spread: number): LatLng {
  const offset = () => ((random() + random() + random()) / 1.5 - 1) * spread
  return { lat: center.lat + offset(), lng: center.lng + offset() }
}

function timeText(hour: number): LocalTime {
  return localTime(`${String(hour).padStart(2, '0')}:00`)
}

function seededRandom(): () => number {
  const random = new Random(7)
  return () => random.next()
}
