/**
 * Feeds of 2,000 places read by one process with the product's own workers and its own PostgreSQL, from a server that
 * answers as platforms do: `npm run bench -- feeds`. What an hour asks for is read over and over; the bar is that it
 * takes a tenth of an hour and of a processor at most, that memory stays flat and that no call to the process waits for
 * it a second. `--feeds`, `--rounds`; `--platforms`, the addresses they are read from.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { hashAddress, sealAddress } from '#server/feeds/hash-address.ts'
import { insertFeed, queueDueFeeds } from '#server/feeds/queries.ts'
import { openApp } from '#server/open.ts'
import { saveSource } from '#server/stays/source-queries.ts'
import { startWorking } from '#server/workers/start-working.ts'
import { buildCustomer, buildProperty } from '#testing/build.ts'
import { MIX } from './feeds/mix.ts'
import { showProgress } from './progress.ts'
import { printTable } from './table.ts'

const BAR_SECONDS = HOUR_MS / 1_000 / 10
const BAR_DELAY_MS = 1_000
/** Of the most that the first rounds took, which have everything loaded. */
const FLAT = 1.15
const WARMING_ROUNDS = 2
const LOOK_MS = 100
/** All wait as long as an hour's work does; more is a fault. */
const LONGEST_ROUND_MS = HOUR_MS

type Round = {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly rssMiB: number
  readonly heapMiB: number
  readonly longestDelayMs: number
  readonly rollbacks: number
}

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      feeds: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '6' },
      platforms: { type: 'string', default: '5' },
    },
  })
  const { child, origins } = await startPlatforms(values.platforms)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const app = await openApp(
    readConfig({
      CREW_DATA_DIR: dataDirectory,
      CREW_DEMO: '0',
      CREW_FETCH_ALLOW: origins.join(','),
      LOG_LEVEL: 'error',
      PORT: '0',
    }),
  )
  const count = Number(values.feeds)
  try {
    await addFeeds(app, { origins, count })
    const atFirstMiB = process.memoryUsage().rss / 1024 ** 2
    const stop = startWorking(app, null)
    const rounds: Round[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await readAll(app, count))
    await stop()
    console.log(
      `${count} feeds at ${origins.length} addresses, two calls at once to each. ${MIX.describe()}\n`,
    )
    await print(app, child, rounds)
    judge(rounds, { count, atFirstMiB })
  } finally {
    child.kill()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function startPlatforms(
  platforms: string,
): Promise<{ child: ChildProcess; origins: readonly string[] }> {
  const today = dateAt(instant(Date.now()), DEFAULT_TIME_ZONE)
  const child = fork(join(import.meta.dirname, 'feeds/platforms.ts'), [today, platforms])
  const [{ origins }] = (await once(child, 'message')) as [{ origins: readonly string[] }]
  return { child, origins }
}

/** None is due before it is asked for. */
async function addFeeds(
  app: App,
  { origins, count }: { origins: readonly string[]; count: number },
): Promise<void> {
  const { userId } = await buildCustomer(app)
  const now = app.ports.clock.now()
  for (let place = 0; place < count; place += 1) {
    const url = `${origins[place % origins.length]}/${place}.ics`
    const propertyId = await buildProperty(app, userId)
    const externalRef = hashAddress(app.config, url)
    const source = { propertyId, kind: 'feed', platform: 'airbnb', externalRef, now } as const
    const sourceId = await saveSource(app.db, source)
    const sealedAddress = sealAddress(app.config, sourceId, url)
    await insertFeed(app.db, { sourceId, sealedAddress, host: new URL(url).host, ending: '', now })
    showProgress(place + 1, count, 'places')
  }
  await app.db.updateTable('stay_feed').set({ next_read_at: null }).execute()
}

/** What an hour asks for, as fast as it goes. */
async function readAll(app: App, count: number): Promise<Round> {
  const startedAt = app.ports.clock.now()
  const delays = monitorEventLoopDelay({ resolution: 10 })
  const before = { at: performance.now(), cpu: process.cpuUsage(), rollbacks: await rollbacksOf(app) }
  delays.enable()
  await sql`update stay_feed set next_read_at = ${new Date(startedAt)}`.execute(app.db)
  await queueDueFeeds(app.db, startedAt, count)
  while ((await countUnread(app, startedAt)) > 0) {
    if (performance.now() - before.at > LONGEST_ROUND_MS)
      throw new Error('an hour is over, and not all is read')
    await sleep(LOOK_MS)
  }
  delays.disable()
  const rollbacks = (await rollbacksOf(app)) - before.rollbacks
  await sql`update stay_feed set next_read_at = null`.execute(app.db)
  return end(before, delays, rollbacks)
}

async function countUnread(app: App, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from stay_feed where read_at is null or read_at < ${new Date(since)}
  `.execute(app.db)
  return rows[0]!.count
}

/** Transactions that were done again, since another was at the same rows. */
async function rollbacksOf(app: App): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select xact_rollback::integer as count from pg_stat_database where datname = current_database()
  `.execute(app.db)
  return rows[0]!.count
}

function end(
  { at, cpu }: { readonly at: number; readonly cpu: NodeJS.CpuUsage },
  delays: Pick<ReturnType<typeof monitorEventLoopDelay>, 'max'>,
  rollbacks: number,
): Round {
  const used = process.cpuUsage(cpu)
  const { rss, heapUsed } = process.memoryUsage()
  return {
    seconds: (performance.now() - at) / 1_000,
    cpuSeconds: (used.user + used.system) / 1e6,
    rssMiB: rss / 1024 ** 2,
    heapMiB: heapUsed / 1024 ** 2,
    longestDelayMs: delays.max / 1e6,
    rollbacks,
  }
}

async function print(app: App, child: ChildProcess, rounds: readonly Round[]): Promise<void> {
  const { rows } = await sql<{ failing: number; stays: number; parked: number }>`
    select count(fault)::integer as failing, (select count(*)::integer from stay) as stays,
      (select count(*)::integer from task where parked_at is not null) as parked
    from stay_feed
  `.execute(app.db)
  const { failing, stays, parked } = rows[0]!
  child.send('what was sent')
  const [{ sent }] = (await once(child, 'message')) as [{ sent: Readonly<Record<string, number>> }]
  const kinds = Object.entries(sent).map(([kind, count]) => `${kind} ${count}`)
  console.log(`Answers: ${kinds.join(', ')}.`)
  console.log(`${stays} stays, ${failing} feeds failing at the last reading, ${parked} readings given up.\n`)
  printTable([
    ['round', 'took', 'processor', 'memory', 'heap', 'longest delay', 'done again'],
    ...rounds.map((round, index) => [
      String(index + 1),
      `${round.seconds.toFixed(1)} s`,
      `${round.cpuSeconds.toFixed(1)} s`,
      `${round.rssMiB.toFixed(0)} MiB`,
      `${round.heapMiB.toFixed(0)} MiB`,
      `${round.longestDelayMs.toFixed(0)} ms`,
      String(round.rollbacks),
    ]),
  ])
}

function judge(
  rounds: readonly Round[],
  { count, atFirstMiB }: { readonly count: number; readonly atFirstMiB: number },
): void {
  const most = (of: (round: Round) => number, some = rounds) => Math.max(...some.map(of))
  const slowest = most(({ seconds }) => seconds)
  const busiest = most(({ cpuSeconds }) => cpuSeconds)
  const longest = most(({ longestDelayMs }) => longestDelayMs)
  const memory = ({ rssMiB }: Round) => rssMiB
  const warm = most(memory, rounds.slice(0, WARMING_ROUNDS))
  const later = rounds.slice(WARMING_ROUNDS)
  const isFlat = later.length === 0 || most(memory, later) <= warm * FLAT
  const middle = rounds[Math.floor((rounds.length - 1) / 2)]!
  console.log(
    `\n${Math.round((count * HOUR_MS) / 1_000 / slowest).toLocaleString('en')} feeds an hour at the slowest; ` +
      `${count.toLocaleString('en')} an hour take ${((100 * busiest * 1_000) / HOUR_MS).toFixed(2)} % of a processor`,
  )
  console.log(
    `memory ${atFirstMiB.toFixed(0)} MiB at the start, ${middle.rssMiB.toFixed(0)} in the middle, ` +
      `${rounds.at(-1)!.rssMiB.toFixed(0)} at the end: ${isFlat ? 'flat' : 'it grows'}`,
  )
  console.log(`bars: ${BAR_SECONDS} s a round and ${BAR_DELAY_MS} ms of delay`)
  if (slowest > BAR_SECONDS || busiest > BAR_SECONDS || longest > BAR_DELAY_MS || !isFlat)
    process.exitCode = 1
}
