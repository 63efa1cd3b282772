/** The server of the streams bench, in a process of its own so that its memory is the server's alone. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

export type Listener = { readonly cookie: string; readonly visitId: string; readonly isCrew: boolean }
export type Request =
  | { readonly ask: 'change'; readonly visitId: string }
  | { readonly ask: 'change all' | 'change open work' | 'state' | 'stop' }
export type Answer =
  | { readonly origin: string; readonly listeners: readonly Listener[] }
  | { readonly committedAt: number }
  | { readonly rssMiB: number; readonly connections: number }

const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
const config = readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' })
const app = await openApp(config)
const server = await createServer(app, {
  pagesDirectory: null,
  limitsCalls: false,
  signals: createSignals(app.directConnection, app.log),
})
await server.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`

/** Crews, of all who listen: what concerns a market goes to all of these. */
const ONE_CREW_IN = 5

const listeners: Listener[] = []
for (let index = 0; index < Number(process.argv[2]); index++) {
  const isCrew = index % ONE_CREW_IN === 0
  const customerId = (await buildCustomer(app)).userId
  const userId = isCrew ? (await buildCrew(app)).userId : customerId
  const job = await buildWeeklyJob(app, { customerId })
  const token = await openSession(app.db, { userId, userAgent: 'bench', now: app.ports.clock.now() })
  listeners.push({
    cookie: `${sessionCookieName(config)}=${token}`,
    visitId: await buildVisit(app, job, isCrew ? { crewId: userId } : {}),
    isCrew,
  })
}
answer({ origin, listeners })

process.on('message', (request: Request) => void act(request))

async function act(request: Request): Promise<void> {
  if (request.ask === 'stop') {
    await server.close()
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
    process.disconnect?.()
  } else if (request.ask === 'state') {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity where datname = current_database()
    `.execute(app.db)
    answer({ rssMiB: process.memoryUsage().rss / 1024 ** 2, connections: rows[0]!.count })
  } else {
    if (request.ask === 'change open work') {
      await sql`update weekly_job set updated_at = updated_at + interval '1 second'
        where id = (select id from weekly_job limit 1)`.execute(app.db)
      return answer({ committedAt: Date.now() })
    }
    const which = request.ask === 'change' ? sql`where id = ${request.visitId}` : sql``
    await sql`update visit set position = position + 1 ${which}`.execute(app.db)
    answer({ committedAt: Date.now() })
  }
}

function answer(said: Answer): void {
  process.send?.(said)
}
