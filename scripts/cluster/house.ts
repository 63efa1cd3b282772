/** Everything that runs, in the order in which one thing needs the other, and our own hands on the database. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { readConfig } from '#server/config.ts'
import { type OpenedApp, openApp } from '#server/open.ts'
import { freePort } from '#testing/free-port.ts'
import type { Yard } from './children.ts'
import { openDoor } from './door.ts'
import { type Cluster, isWhole, until } from './mischief.ts'
import { openPair } from './pair.ts'
import { planPooler } from './pooler.ts'
import type { Programs } from './programs.ts'
import { planServers } from './servers.ts'

export type House = {
  readonly cluster: Cluster
  /** It does no background work. */
  readonly app: OpenedApp
  /** Until no work is due any more. */
  untilQuiet(longestMs: number): Promise<void>
  close(): Promise<void>
}

const START_MS = 240_000
const OWNER = 'crew_owner'
const APPLICATION = 'crew_app'

export async function openHouse(
  yard: Yard,
  programs: Programs,
  { servers: count, secret }: { servers: number; secret: string },
): Promise<House> {
  const pair = await openPair(yard, programs, { superuser: secret, replication: secret })
  try {
    pair.startNode(0)
    await until(() => pair.primary() !== null, START_MS)
    await createDatabase(pair.way.port, secret)
    pair.startNode(1)
    await until(() => pair.isSafe(), START_MS)
    const login = { role: APPLICATION, password: secret }
    const pooler = await planPooler(yard, programs, { databasePort: pair.way.port, login })
    pooler.start()
    const addressAt = (role: string, port: number) => `postgres://${role}:${secret}@127.0.0.1:${port}/crew`
    const shared = join(yard.folder, 'shared')
    mkdirSync(shared)
    const environment = {
      CREW_DATA_DIR: shared,
      CREW_DEMO: '0',
      CREW_SECRET: secret,
      CREW_TRUSTED_PROXIES: '1',
      CREW_DRAIN_SECONDS: '3',
      DATABASE_DIRECT_URL: addressAt(APPLICATION, pair.way.port),
      DATABASE_READS_URL: addressAt(APPLICATION, pair.standbyWay.port),
      DATABASE_OWNER_URL: addressAt(OWNER, pair.way.port),
      LOG_LEVEL: 'warn',
      HOME: process.env['HOME'] ?? '/',
    }
    const direct = { ...environment, DATABASE_URL: environment.DATABASE_DIRECT_URL, LOG_LEVEL: 'silent' }
    const app = await openApp(readConfig(direct))
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const servers = planServers(yard, ports, {
      ...environment,
      DATABASE_URL: addressAt(APPLICATION, pooler.port),
    })
    servers.startAll()
    const door = await openDoor(ports)
    const cluster: Cluster = { pair, pooler, servers, door }
    await until(() => isWhole(cluster), START_MS)
    return {
      cluster,
      app,
      untilQuiet: (longestMs) => until(() => isQuiet(app), longestMs),
      close: async () => {
        door.close()
        await app.close()
        await yard.endAll()
        await pair.close()
      },
    }
  } catch (error) {
    await pair.close()
    throw error
  }
}

/** As whoever looks after the database does by hand: who owns the tables, and who works with them. */
async function createDatabase(port: number, password: string): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  for (const role of [OWNER, APPLICATION])
    await client.query(`create role ${role} login password '${password}'`)
  await client.query(`create database crew owner ${OWNER}`)
  await client.end()
}

/** Twice, with a pause: what was under way may have left more to do. */
async function isQuiet({ db }: OpenedApp): Promise<boolean> {
  const due = async () => {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from task where parked_at is null and run_at <= now()
    `.execute(db)
    return rows[0]!.due
  }
  if ((await due()) > 0) return false
  await sleep(1_500)
  return (await due()) === 0
}
