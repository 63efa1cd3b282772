/** From configuration to a listening server, and an orderly end. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { storeBuild } from './builds/store-build.ts'
import { watchClock } from './clock-watch/watch-clock.ts'
import type { Config } from './config.ts'
import { type OpenedApp, openApp } from './open.ts'
import { type Leaving, untilNobodyCalls } from './overload/send-away.ts'
import { createServer } from './serving/create-server.ts'
import { createSignals } from './signals/create-signals.ts'
import { startWorking } from './workers/start-working.ts'

export type Running = {
  readonly app: OpenedApp
  readonly server: FastifyInstance
  readonly address: string
  stop(): Promise<void>
}

export type StartOptions = {
  readonly say: (sentence: string) => void
  /** Runs after the database is open and before anybody is served: the demo city. */
  readonly prepare?: (app: OpenedApp) => Promise<void>
}

const PAGES_DIRECTORY = join(import.meta.dirname, '../../dist/web')

export async function start(config: Config, { say, prepare }: StartOptions): Promise<Running> {
  const app = await openApp(config, { say })
  try {
    await prepare?.(app)
    const signals = createSignals(app.directConnection, app.log)
    const leaving: Leaving = { isLeaving: false, calledAt: 0 }
    const server = await createServer(app, {
      pagesDirectory: PAGES_DIRECTORY,
      // Where others may serve beside it.
      buildsDirectory:
        config.databaseUrl === null ? null : await storeBuild(PAGES_DIRECTORY, config.dataDirectory),
      limitsCalls: true,
      shedsCalls: true,
      remembersSessions: true,
      signals,
      leaving,
    })
    const stopWorking = startWorking(app, signals, watchClock(app))
    const address = await server.listen({ port: config.http.port, host: config.http.host })
    const stop = async () => {
      leaving.isLeaving = true
      await Promise.all([stopWorking(), untilNobodyCalls(leaving, config.http.drainMs)])
      await server.close()
      await app.close()
    }
    return { app, server, address, stop }
  } catch (error) {
    await app.close()
    throw error
  }
}
