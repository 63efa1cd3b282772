/** `npm start`: opens everything, seeds the demo city on an empty database, serves, and says where. */
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/main.ts'
import { DEMO_SIGN_INS } from '#testing/cast.ts'
import { seedDemoCityOnce } from './demo.ts'
import { keepDriving } from './keep-driving.ts'
import { createProgress, failWith, say } from './terminal.ts'

/** After draining. */
const LONGEST_STOP_MS = 10_000

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const running = await start(config, {
    say,
    prepare: (app) =>
      config.wantsDemo ? seedDemoCityOnce(app, createProgress('Building the demo city')) : Promise.resolve(),
  })
  stopOnSignals(running, config.http.drainMs, config.wantsDemo ? keepDriving(running.app) : () => {})
  const port = new URL(running.address).port
  say(`Crew is ready: ${config.http.port === 0 ? `http://localhost:${port}` : config.http.origin}`)
  if (config.wantsDemo)
    for (const { email, password, label } of DEMO_SIGN_INS) say(`  ${label.padEnd(15)} ${email}  ${password}`)
}

function stopOnSignals(running: Running, drainMs: number, park: () => void): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    park()
    setTimeout(() => process.exit(1), drainMs + LONGEST_STOP_MS).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => failWith(error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

run().catch(failWith)
