/**
 * The whole application in this process on a database of its own: real HTTP handling, real PostgreSQL, a clock that
 * stands still, embedded ports. `call` is typed by the contract.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import type { BodyInput, EndpointKey, Failure, QueryInput, ReplyOf } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
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
import { type TestDatabase, testDatabase } from './database.ts'
import { expectLogged } from './expect-logged.ts'

/** Monday 2026-03-02 09:00 in Denver: the week before the clocks change. */
export const TEST_START = parseInstant('2026-03-02T16:00:00Z')

type Answer<Key extends keyof Contract> = {
  readonly status: number
  readonly body: ReplyOf<Contract[Key]>
  readonly failure: Failure
  readonly headers: Record<string, unknown>
  readonly text: string
  /** A file as it came. */
  readonly bytes: Buffer
}

type CallInput<Key extends keyof Contract> = {
  body?: BodyInput<Contract[Key]>
  query?: QueryInput<Contract[Key]>
  file?: { type: string; content: Buffer | string }
  headers?: Record<string, string>
}

/** One browser: keeps its cookies. */
export type Client = {
  call<Key extends keyof Contract & EndpointKey>(key: Key, input?: CallInput<Key>): Promise<Answer<Key>>
  readonly cookies: Map<string, string>
}

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

function createClient(server: FastifyInstance, app: App): Client {
  const cookies = new Map<string, string>()
  return {
    cookies,
    call: async (key, input = {}) => {
      const [method, path] = key.split(' ') as ['GET' | 'POST', string]
      const response = await server.inject({
        method,
        url: path,
        query: queryText(input.query),
        headers: { ...(input.file ? { 'content-type': input.file.type } : {}), ...input.headers },
        cookies: Object.fromEntries(cookies),
        ...(input.file
          ? { payload: input.file.content }
          : input.body === undefined
            ? {}
            : { payload: input.body as object }),
      })
      for (const cookie of response.cookies) {
        if (cookie.maxAge === 0 || cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      if (response.statusCode === 200) await expectLogged(app, key)
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const parsed = isJson ? response.json() : undefined
      return {
        status: response.statusCode,
        body: parsed,
        failure: parsed,
        headers: response.headers,
        text: response.payload,
        bytes: response.rawPayload,
      }
    },
  }
}

function queryText(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean),
    ]),
  )
}
