import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { APP_ROLE } from '../db/app-role.ts'
import { requireBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { findRunning, refuseWhenRunning } from './lock.ts'
import { type EmbeddedOptions, settle } from './places.ts'
import { launch, type Postmaster } from './process.ts'
import { memoryOfMachine, sizeFor } from './size.ts'
import { openSocketFolder } from './socket.ts'

export type EmbeddedDatabase = {
  /** For `pg`: a unix socket in a folder only this user may enter; there is no TCP port. Owns everything. */
  readonly connection: PoolConfig
  /** The same by the application's role, which owns nothing; there after the first migration. */
  readonly appConnection: PoolConfig
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

/** The database of a folder, whether a Crew serves it right now (then only lent: stop() leaves it alone) or not. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const socketDir = await findRunning(join(options.dataDir, 'postgres', 'cluster'))
  if (socketDir === undefined) return startEmbedded(options)
  return { ...connectionsTo(socketDir), stop: async () => {} }
}

/**
 * Starts the PostgreSQL of the npm package on a folder and keeps it running: it is started again should it die, and
 * stops by itself when this process dies, however it dies. Throws an Error with one sentence for people.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, maxConnections } = options
  const size = sizeFor(memoryOfMachine(), maxConnections)
  const places = await settle(await requireBinaries(), options)
  await createCluster(places, log)
  await refuseWhenRunning(places.cluster, options.dataDir, log)
  const socketDir = await openSocketFolder(places)
  const launchIt = () => launch({ ...places, socketDir, dataDir: options.dataDir, log, size })

  const state = { isStopping: false }
  let postmaster = await launchIt()
  watch(postmaster)

  return {
    ...connectionsTo(socketDir),
    async stop() {
      state.isStopping = true
      await postmaster.stop()
    },
  }

  function watch(current: Postmaster): void {
    void current.exited.then(() => {
      if (!state.isStopping) void restart()
    })
  }

  async function restart(): Promise<void> {
    log('PostgreSQL stopped unexpectedly; starting it again.')
    while (!state.isStopping) {
      try {
        postmaster = await launchIt()
        // stop() may have been called while this one was starting.
        if (state.isStopping) await postmaster.stop()
        else watch(postmaster)
        return
      } catch (error) {
        log(`PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`)
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }
}

/** Every setting is said, so that no PG… variable of the environment says another. */
function connectionsTo(socketDir: string): Pick<EmbeddedDatabase, 'connection' | 'appConnection'> {
  const connection = { host: socketDir, port: 5432, user: 'crew', database: 'crew', ssl: false }
  return { connection, appConnection: { ...connection, user: APP_ROLE } }
}
