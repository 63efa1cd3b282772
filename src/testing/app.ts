/**
 * The whole application in this process on a database of its own: real HTTP handling, real PostgreSQL, a clock that
 * stands still, embedded ports. `call` is typed by the contract.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { type Instant, instant, parseInstant } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { stayFollowUps } from '#server/follow-ups/follow-stays.ts'
import { visitFollowUps } from '#server/follow-ups/follow-visits.ts'
import { createVirtualClock, type VirtualClock } from '#server/ports/clock/embedded.ts'
import { withDeadlines } from '#server/ports/deadlines.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import { createPublicApi } from '#server/ports/hospitable/public-api.ts'
import type { Ports } from '#server/ports/port.ts'
import { createStripe } from '#server/ports/stripe/stripe.ts'
import { withOutbox } from '#server/ports/with-outbox.ts'
import { createServer } from '#server/serving/create-server.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import type { Replica } from '#server/replica/watch-replica.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { type Client, createClient } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type { Client } from './client.ts'

/** Monday 2026-03-02 09:00 in Denver: the week before the clocks change. */
export const TEST_START = parseInstant('2026-03-02T16:00:00Z')

export type TestApp = {
  readonly app: App
  readonly clock: VirtualClock
  readonly server: FastifyInstance
  client(): Client
  /** Runs background work until nothing is due. */
  work(): Promise<void>
  /** Moves the clock and runs what comes due, hour by hour so that nothing is skipped over. */
  goTo(at: Instant): Promise<void>
  close(): Promise<void>
}

export async function createTestApp(
  options: {
    start?: Instant
    ports?: Partial<Ports>
    pagesDirectory?: string
    /** Variables as the process would be given them. */
    environment?: Readonly<Record<string, string>>
    limitsCalls?: boolean
    shedsCalls?: boolean
    /** Instead of the file's own. */
    database?: Pick<TestDatabase, 'db' | 'appConnection'>
    replica?: Replica
    /** Where the log goes; nowhere by default. */
    log?: Logger
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await testDatabase())
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-test-'))
  const clock = createVirtualClock(options.start ?? TEST_START)
  const config = readConfig({
    CREW_DATA_DIR: dataDirectory,
    CREW_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...options.environment,
  })
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const ports = withOutbox(
    withDeadlines({
      ...createEmbeddedPorts({ config, db: database.db, clock }),
      ...(config.stripe === null ? {} : { payments: createStripe(config.stripe, clock) }),
      ...(config.hospitable === null ? {} : { hospitable: createPublicApi(config.hospitable) }),
      ...options.ports,
    }),
    { db: database.db, log },
  )
  const { replica } = options
  const app: App = { config, db: database.db, ports, log, followUps: visitFollowUps, stayFollowUps, replica }
  const server = await createServer(app, {
    pagesDirectory: options.pagesDirectory ?? null,
    limitsCalls: options.limitsCalls ?? false,
    shedsCalls: options.shedsCalls ?? false,
    signals: createSignals(database.appConnection, log),
  })
  const work = () => runDueTasks(app).then(() => {})
  return {
    app,
    clock,
    server,
    client: () => createClient(server, app),
    work,
    goTo: async (at) => {
      while (clock.now() < at) {
        clock.set(instant(Math.min(at, clock.now() + 3_600_000)))
        await work()
      }
    },
    close: async () => {
      await server.close()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
