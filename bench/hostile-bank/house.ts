/** What the bench runs: a database, the double of Stripe, two servers, one clock; and how they die and come back. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Instant, instant } from '#domain/time.ts'
import { readConfig } from '#server/config.ts'
import { type OpenedApp, openApp } from '#server/open.ts'
import { PAYEE_EVENTS, PLATFORM_EVENTS } from '#server/ports/stripe/events.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { runDueSchedules } from '#server/workers/run-schedules.ts'
import { freePort } from '#testing/free-port.ts'
import { type DoubleProcess, sendCommand, startDoubleProcess } from '#testing/stripe/double-process.ts'
import { movableClock } from './movable-clock.ts'

const SERVERS = 2
const SECRETS = { platform: 'whsec_platform', payees: 'whsec_payees' } as const

export type House = {
  /** The bench's own hands on the same database and provider; it does no background work. */
  readonly app: OpenedApp
  readonly kills: { servers: number; double: number }
  command(command: string, body?: object): Promise<unknown>
  readonly now: () => Instant
  /** Everybody's clock, and what schedules have for that time. */
  passTime(ms: number): Promise<void>
  startServers(): Promise<void>
  /** It comes back by itself. */
  killServer(index: number): Promise<void>
  serversAreUp(): Promise<void>
  /** Both die, and nobody is there for so long. */
  darkness(ms: number): Promise<void>
  killDouble(): Promise<void>
  close(): Promise<void>
}

export async function openHouse(): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'crew-hostile-bank-'))
  const database = await openDatabase(folder)
  const stateFile = join(folder, 'stripe.sqlite')
  const double = { process: await startDoubleProcess({ stateFile }) }
  const { origin } = double.process
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort))
  await listen(origin, ports)
  const environment = {
    ...database.environment,
    CREW_DATA_DIR: folder,
    CREW_DEMO: '0',
    LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'silent',
    STRIPE_SECRET_KEY: 'sk_test_double',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STRIPE_WEBHOOK_SECRET: SECRETS.platform,
    STRIPE_CONNECT_WEBHOOK_SECRET: SECRETS.payees,
    STRIPE_API_BASE: origin,
  }
  const clock = movableClock()
  const time = { aheadMs: 0 }
  const app = await openApp(readConfig(environment), { clock })
  const servers = openServers(ports, environment, time)
  const kills = { servers: 0, double: 0 }
  const passTime = timePasser({ app, clock, servers, origin, time })
  return {
    app,
    kills,
    now: () => clock.now(),
    command: (command, body) => sendCommand(origin, command, body),
    passTime,
    startServers: servers.start,
    killServer: async (index) => {
      kills.servers += 1
      await servers.kill(index)
    },
    serversAreUp: servers.areUp,
    darkness: async (ms) => {
      await servers.end()
      kills.servers += SERVERS
      await passTime(ms)
      await servers.start()
    },
    killDouble: async () => {
      kills.double += 1
      await double.process.kill()
      double.process = await startAgain(origin, stateFile)
    },
    close: async () => {
      await servers.end()
      await app.close()
      await double.process.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function timePasser({
  app,
  clock,
  servers,
  origin,
  time,
}: {
  app: OpenedApp
  clock: ReturnType<typeof movableClock>
  servers: { setTime(): void }
  origin: string
  time: { aheadMs: number }
}) {
  return async (ms: number): Promise<void> => {
    const seconds = Math.round(ms / 1_000)
    await sendCommand(origin, 'clock', { advance_seconds: seconds })
    time.aheadMs += seconds * 1_000
    clock.set(time.aheadMs)
    servers.setTime()
    await runDueSchedules(app)
  }
}

function openServers(
  ports: readonly number[],
  environment: Record<string, string>,
  time: { readonly aheadMs: number },
) {
  const running: ChildProcess[] = []
  const starting: Promise<void>[] = []
  const startOne = async (index: number) => {
    const server = await forkServer({ ...environment, PORT: String(ports[index]) }, time.aheadMs)
    running[index] = server
    server.send(time.aheadMs)
  }
  const areUp = async () => void (await Promise.all(starting))
  return {
    areUp,
    start: () => {
      for (const index of ports.keys()) starting[index] = startOne(index)
      return areUp()
    },
    setTime: () => {
      for (const server of running) if (server.connected) server.send(time.aheadMs)
    },
    kill: async (index: number) => {
      // One that is just coming back is let come first.
      await starting[index]
      await end(running[index]!)
      starting[index] = startOne(index)
    },
    end: async () => {
      await areUp()
      await Promise.all(running.map(end))
    },
  }
}

function startAgain(origin: string, stateFile: string): Promise<DoubleProcess> {
  return startDoubleProcess({ stateFile, port: Number(new URL(origin).port) })
}

/** The platform's events go to one server, those of payees to the other. */
async function listen(origin: string, [first, second]: readonly number[]): Promise<void> {
  await sendCommand(origin, 'webhook_endpoint', {
    url: `http://127.0.0.1:${first}/api/payment-webhook`,
    secret: SECRETS.platform,
    enabled_events: PLATFORM_EVENTS,
  })
  await sendCommand(origin, 'webhook_endpoint', {
    url: `http://127.0.0.1:${second}/api/payee-webhook`,
    secret: SECRETS.payees,
    connect: true,
    enabled_events: PAYEE_EVENTS,
  })
}

async function forkServer(environment: Record<string, string>, aheadMs: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [String(aheadMs)], {
    env: { ...process.env, ...environment },
  })
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (word !== 'ready') throw new Error('a server did not start')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

type Database = { readonly environment: Record<string, string>; stop(): Promise<void> }

/** Embedded, or one of its own on the server of TEST_DATABASE_URL. */
async function openDatabase(folder: string): Promise<Database> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return databaseAt(given)
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  const [owner, app] = [embedded.connection, embedded.appConnection].map(
    ({ user, host }) => `postgres://${user}@localhost:5432/crew?host=${encodeURIComponent(host ?? '')}`,
  )
  return { environment: { DATABASE_URL: app!, DATABASE_OWNER_URL: owner! }, stop: () => embedded.stop() }
}

async function databaseAt(url: string): Promise<Database> {
  const name = `crew_hostile_bank_${process.pid}_${instant(Date.now())}`
  const own = new URL(url)
  own.pathname = `/${name}`
  const command = async (text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await command(`create database ${name}`)
  return {
    environment: { DATABASE_URL: own.href },
    stop: () => command(`drop database ${name} with (force)`),
  }
}
