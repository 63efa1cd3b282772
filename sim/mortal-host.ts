/** A host that can die at any statement, as a process does that is killed: nothing more is sent, nothing more is received. */
import type { Socket } from 'node:net'
import type { Client, PoolConfig } from 'pg'
import type pino from 'pino'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { stayFollowUps } from '#server/follow-ups/follow-stays.ts'
import { visitFollowUps } from '#server/follow-ups/follow-visits.ts'
import type { VirtualClock } from '#server/ports/clock/embedded.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import type { Ports } from '#server/ports/port.ts'
import type { Host } from './world.ts'

export type MortalHost = Host & {
  /** Dies at the statement with this number from now; the first is 1. `isAnswered`: after its effect, else before. */
  dieAt(statement: number, options: { isAnswered: boolean }): void
  close(): Promise<void>
}

export type MortalHostOptions = {
  readonly connection: PoolConfig
  readonly config: Config
  readonly clock: VirtualClock
  readonly log: pino.Logger
  /** Called for every new life with its ports, to make them go wrong. */
  readonly onStart: (ports: Ports) => void
  /** What stands outside instead of the embedded, in every life. */
  readonly outside: Pick<Ports, 'feeds' | 'hospitable'>
}

type Death = { statementsLeft: number; readonly isAnswered: boolean }
type Life = {
  readonly app: App
  readonly database: OpenDatabase
  readonly clients: Set<Client>
  isOver: boolean
}

export function createMortalHost(options: MortalHostOptions): MortalHost {
  let death: Death | null = null
  let life = begin()
  let restarting: Promise<void> | null = null

  function begin(): Life {
    const database = openDatabase(options.connection, {
      isDurable: false,
      maxConnections: 8,
      statementTimeoutMs: 60_000,
    })
    const { config, clock, log } = options
    const ports = { ...createEmbeddedPorts({ config, db: database.db, clock }), ...options.outside }
    options.onStart(ports)
    const born: Life = {
      app: { config, db: database.db, ports, log, followUps: visitFollowUps, stayFollowUps },
      database,
      clients: new Set(),
      isOver: false,
    }
    database.pool.on('connect', (client) => watch(born, client as Client))
    return born
  }

  function watch(born: Life, client: Client): void {
    born.clients.add(client)
    client.once('end', () => born.clients.delete(client))
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const isLast = death !== null && --death.statementsLeft <= 0
      if (!isLast) return query(...args)
      const { isAnswered } = death!
      death = null
      if (!isAnswered) die(born)
      const answer = query(...args)
      return isAnswered && answer instanceof Promise ? answer.finally(() => die(born)) : answer
    }
    client.query = watched as typeof client.query
  }

  return {
    app: () => life.app,
    hasCrashed: () => life.isOver,
    restart: () => {
      restarting ??= (async () => {
        await life.database.close()
        life = begin()
        restarting = null
      })()
      return restarting
    },
    dieAt: (statement, { isAnswered }) => {
      death = { statementsLeft: statement, isAnswered }
    },
    close: () => life.database.close(),
  }
}

function die(life: Life): void {
  life.isOver = true
  for (const client of life.clients)
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  // No new statement of this life is let through; its pool is waited for by the restart.
  void life.database.close()
}
