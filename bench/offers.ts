/**
 * Fifty crews accept one offered visit at once, over real HTTP and PostgreSQL, several times over. The bar: one winner
 * each time, and all of them answered within a second.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { insertOffers } from '#server/offers/queries.ts'
import { readOfferedVisits } from '#server/offers/visit-queries.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { buildCrew } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { printTable } from './table.ts'

const CREWS = 50
const BAR_MS = 1_000

type Crew = { readonly userId: UserId; readonly cookie: string }
type Round = { readonly winners: number; readonly milliseconds: readonly number[] }

/** Arguments: the number of rounds (20). */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 20)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
  const app = await openApp(config)
  const server = await createServer(app, { pagesDirectory: null, limitsCalls: false })
  try {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const crews = await buildCrews(app, sessionCookieName(config))
    const results: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      const result = await race(origin, crews, await offerTo(app, crews, round))
      // The first warms up.
      if (round > 0) results.push(result)
    }
    report(results)
  } finally {
    await server.close()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

async function buildCrews(app: App, cookieName: string): Promise<Crew[]> {
  const crews: Crew[] = []
  for (let index = 0; index < CREWS; index++) {
    const { userId } = await buildCrew(app)
    const token = await openSession(app.db, { userId, userAgent: 'bench', now: app.ports.clock.now() })
    crews.push({ userId, cookie: `${cookieName}=${token}` })
  }
  return crews
}

/** A visit of a day of its own, so that no crew is kept from it by what it has won before. */
async function offerTo(app: App, crews: readonly Crew[], round: number): Promise<Map<UserId, string>> {
  const now = app.ports.clock.now()
  const date = addDays(dateAt(now, DEFAULT_TIME_ZONE), round + 1)
  const visitId = await buildVisit(app, await buildWeeklyJob(app), { date })
  const [visit] = await readOfferedVisits(app.db, [visitId])
  const offers = await insertOffers(
    app.db,
    [
      {
        visit: visit!,
        crewIds: crews.map(({ userId }) => userId),
        wave: 0,
        isStanding: false,
        isChosen: false,
        payCents: visit!.crewPayCents!,
        raiseCents: cents(0),
        expiresAt: instant(now + HOUR_MS),
      },
    ],
    now,
  )
  return new Map(offers.map((offer) => [offer.crewId, offer.id]))
}

async function race(origin: string, crews: readonly Crew[], offers: Map<UserId, string>): Promise<Round> {
  const began = performance.now()
  const answers = await Promise.all(
    crews.map(async ({ userId, cookie }) => {
      const response = await fetch(`${origin}/api/accept-offer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ offerId: offers.get(userId) }),
      })
      const { code } = (await response.json()) as { code?: string }
      if (!response.ok && code !== 'offer_taken') throw new Error(`answered ${response.status} ${code}`)
      return { isWon: response.ok, milliseconds: performance.now() - began }
    }),
  )
  return {
    winners: answers.filter(({ isWon }) => isWon).length,
    milliseconds: answers.map(({ milliseconds }) => milliseconds),
  }
}

function report(rounds: readonly Round[]): void {
  const all = rounds.flatMap(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const slowest = all.at(-1)!
  const isSingle = rounds.every(({ winners }) => winners === 1)
  printTable([
    ['rounds', 'accepts at once', 'winners each', 'p50 ms', 'max ms'],
    [
      String(rounds.length),
      String(CREWS),
      [...new Set(rounds.map(({ winners }) => winners))].join('/'),
      all[Math.floor(all.length / 2)]!.toFixed(0),
      slowest.toFixed(0),
    ],
  ])
  const isMet = isSingle && slowest <= BAR_MS
  console.log(`\nOne winner, all answered within ${BAR_MS} ms: ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
}
