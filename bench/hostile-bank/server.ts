/** One of the servers of the hostile-bank bench: all of the product but its pages, on a clock that the bench moves on. */
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { createServer } from '#server/serving/create-server.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { startWorking } from '#server/workers/start-working.ts'
import { movableClock } from './movable-clock.ts'

const clock = movableClock(Number(process.argv[2]))
process.on('message', (aheadMs) => clock.set(Number(aheadMs)))
// Whoever started it is gone.
process.on('disconnect', () => process.exit())

const app = await openApp(readConfig(process.env), { clock })
const signals = createSignals(app.directConnection, app.log)
const server = await createServer(app, { pagesDirectory: null, limitsCalls: false, signals })
startWorking(app, signals)
await server.listen({ port: app.config.http.port, host: '127.0.0.1' })
process.send?.('ready')
